import { pipeline } from 'node:stream/promises';
import type { Router } from 'express';
import { EXPORT_PATH, type Exports } from '../domain/rights/exports.ts';
import type { Handle } from '../http/handle.ts';
import type { RateLimit } from '../http/rate-limit.ts';

/** What the calls about people's own data are answered by. */
export interface RightsParts {
  readonly exports: Exports;
}

/** Registers the calls about people's own data. `exportLimit` counts the exports of each account. */
export function registerRightsRoutes(handle: Handle, { exports }: RightsParts, exportLimit: RateLimit): void {
  handle('requestExport', async ({ caller }) => {
    await exportLimit.spend(`account ${caller.id}`);
    return { link: await exports.request(caller) };
  });
}

/** Registers `GET` of exports. The link is the permission. */
export function registerExportRoute(router: Router, exports: Exports): void {
  router.get(`${EXPORT_PATH}/:ticket`, async (request, response) => {
    const { fileName, content } = await exports.open(request.method === 'GET' ? request.params.ticket : '');
    response.attachment(fileName).set('Cache-Control', 'no-store');
    // Somebody who leaves, or a file that was deleted meanwhile, ends the connection.
    await pipeline(content, response).catch(() => response.destroy());
  });
}
