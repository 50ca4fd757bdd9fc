import type { Context } from '../context.ts';
import { isOpenReader } from '../domain/caller.ts';
import { done, type Handle } from '../http/handle.ts';
import type { RateLimit, RateLimits } from '../http/rate-limit.ts';
import { SerializedReply } from '../http/reply.ts';

/** Maximum reports, and remarks, per hour and account: a walker may report each story of a bad parcours. */
const REPORTS_PER_ACCOUNT = 30;
/** The same for an address: guest accounts are free, but a school shares one address. */
const REPORTS_PER_ADDRESS = 60;

/** Creates the limit of reports from one address, for calls and public pages alike. */
export function limitReportsByAddress(rateLimits: RateLimits): RateLimit {
  return rateLimits.limit('report address', { times: REPORTS_PER_ADDRESS, perS: 3600 });
}

/** Registers the calls about reports, remarks, measures, messages, approvals and deleted items. */
export function registerModerationRoutes(
  handle: Handle,
  { deleted, reports, measures, messages, queue, openParcours, approvals, remarks }: Context,
  rateLimits: RateLimits,
  reportsOfAddress: RateLimit,
): void {
  handle('listDeleted', ({ caller }) => deleted.list(caller));
  handle('restorePlace', ({ caller, params }) => done(deleted.restorePlace(caller, params.placeId)));
  handle('restoreParcours', ({ caller, params }) => done(deleted.restoreParcours(caller, params.mapId)));
  handle('purgePlace', ({ caller, params }) => done(deleted.purgePlace(caller, params.placeId)));
  handle('purgeParcours', ({ caller, params }) => done(deleted.purgeParcours(caller, params.mapId)));

  const ofAccount = rateLimits.limit('report account', { times: REPORTS_PER_ACCOUNT, perS: 3600 });
  handle('report', async ({ caller, body }) => {
    if (!isOpenReader(caller)) await ofAccount.spend(`account ${caller.id}`);
    await reportsOfAddress.spend(`address ${caller.address}`);
    return done(reports.make(caller, body, body.answerTo ?? null));
  });
  const remarksOfAccount = rateLimits.limit('remark account', { times: REPORTS_PER_ACCOUNT, perS: 3600 });
  const remarksOfAddress = rateLimits.limit('remark address', { times: REPORTS_PER_ADDRESS, perS: 3600 });
  handle('sendRemark', async ({ caller, params, body }) => {
    if (!isOpenReader(caller)) await remarksOfAccount.spend(`account ${caller.id}`);
    await remarksOfAddress.spend(`address ${caller.address}`);
    return done(remarks.send(caller, params.placeId, body));
  });
  handle('listRemarks', async ({ caller, params }) => ({ remarks: await remarks.list(caller, params.mapId) }));
  handle('closeRemark', ({ caller, params, body }) => done(remarks.close(caller, params.remarkId, body)));
  handle('readModerationQueue', ({ caller }) => queue.read(caller));
  handle(
    'openParcoursToModerate',
    async ({ caller, params }) => new SerializedReply(await openParcours(caller, params.mapId)),
  );
  handle('takeMeasure', ({ caller, body }) => done(measures.take(caller, body)));
  handle('setSuspension', ({ caller, params, body }) => done(measures.setSuspension(caller, params.userId, body)));

  handle('listWaiting', async ({ caller, params }) => ({ places: await approvals.list(caller, params.mapId) }));
  handle('answerWaiting', ({ caller, params, body }) => done(approvals.answer(caller, params.placeId, body)));

  handle('listMessages', async ({ caller }) => ({ messages: await messages.list(caller) }));
  handle('seeMessages', ({ caller }) => done(messages.see(caller)));
  handle('answerMessage', ({ caller, params, body }) => messages.answer(caller, params.messageId, body));
}
