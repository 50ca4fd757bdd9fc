import type { Router } from 'express';
import type { Context } from '../context.ts';
import { AppError } from '../domain/app-error.ts';
import { EXCHANGE_PATH, LINK_S, type ParcoursExports } from '../domain/exchange/parcours-exports.ts';
import type { Handle } from '../http/handle.ts';
import type { RateLimit, RateLimits } from '../http/rate-limit.ts';
import { sendStream } from '../http/reply.ts';
import { textOf } from '../http/stored-file.ts';

/** The limits of these calls, for each account. */
interface ExchangeLimits {
  readonly exportLimit: RateLimit;
  readonly importLimit: RateLimit;
}

/** Registers the calls about parcours as files. */
export function registerExchangeRoutes(
  handle: Handle,
  { parcoursExports, parcoursImports, uploadChecks, config }: Context,
  { exportLimit, importLimit }: ExchangeLimits,
): void {
  handle('exportParcours', async ({ caller, params, body }) => {
    await exportLimit.spend(`account ${caller.id}`);
    return { link: await parcoursExports.request(caller, params.mapId, body.format) };
  });
  handle(
    'importParcours',
    async ({ caller, upload, idempotencyKey }) =>
      parcoursImports.importZip(caller, upload.path, { key: idempotencyKey, left: upload.left }),
    {
      fileBytesMax: config.uploadMaxBytes,
      isStored: false,
      open: async ({ caller, bytes }) => {
        await importLimit.spend(`account ${caller.id}`);
        return uploadChecks.openParcours(caller, bytes);
      },
    },
  );
}

/** Registers `GET` of parcours as files. The link itself grants access, once on all servers of the database. */
export function registerExchangeFileRoute(router: Router, exports: ParcoursExports, rateLimits: RateLimits): void {
  const followed = rateLimits.limit('parcours link', { times: 1, perS: LINK_S });
  const spend = (signature: string): Promise<boolean> =>
    followed.spend(signature).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests') return false;
        throw error;
      },
    );
  router.get(`${EXCHANGE_PATH}/:file`, async (request, response) => {
    const { expires, session, signature } = request.query;
    const query = { expires: textOf(expires), session: textOf(session), signature: textOf(signature) };
    const { fileName, type, content } = await exports.open(
      request.method === 'GET' ? request.params.file : '',
      query,
      spend,
    );
    response.attachment(fileName).type(type).set('Cache-Control', 'no-store');
    // If the client disconnects, or a file was deleted meanwhile, the connection is closed.
    await sendStream(content, response).catch(() => response.destroy());
  });
}
