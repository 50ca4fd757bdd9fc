import type { Router } from 'express';
import type { Context } from '../context.ts';
import { EXPORT_PATH, type Exports } from '../domain/rights/exports.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import { done, type Handle } from '../http/handle.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { sendStream } from '../http/reply.ts';

/** The limits of these calls. */
interface RightsLimits {
  /** Counts failed confirmations as failed logins. */
  readonly throttles: AccountThrottles;
  /** Counts the exports of each account. */
  readonly exportLimit: RateLimit;
}

/** Registers the calls about people's own data. */
export function registerRightsRoutes(
  handle: Handle,
  { accounts, consents, exports, erasures }: Context,
  { throttles, exportLimit }: RightsLimits,
): void {
  handle('requestExport', async ({ caller }) => {
    await exportLimit.spend(`account ${caller.id}`);
    return { link: await exports.request(caller) };
  });
  handle('readChoices', ({ caller }) => consents.read(caller));
  handle('giveConsent', ({ caller, body }) => done(consents.give(caller, body)));
  handle('chooseApprovalMails', ({ caller, body }) => done(consents.chooseApprovalMails(caller, body.wanted)));
  handle('chooseLanguage', ({ caller, body }) => done(consents.chooseLanguage(caller, body.language)));
  handle('chooseStatistics', ({ caller, body }) => done(consents.chooseStatistics(caller, body.wanted)));
  handle('planErasure', ({ caller }) => erasures.plan(caller));
  handle('eraseMe', async ({ caller, body, address }) => {
    const { email } = await accounts.read(caller);
    return done(throttles.login(email, address, () => erasures.erase(caller, body)));
  });
}

/** Registers `GET` of exports. The link itself grants access. */
export function registerExportRoute(router: Router, exports: Exports): void {
  router.get(`${EXPORT_PATH}/:ticket`, async (request, response) => {
    const { fileName, content } = await exports.open(request.method === 'GET' ? request.params.ticket : '');
    response.attachment(fileName).set('Cache-Control', 'no-store');
    // If the client disconnects, or a file was deleted meanwhile, the connection is closed.
    await sendStream(content, response).catch(() => response.destroy());
  });
}
