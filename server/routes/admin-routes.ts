import { Readable } from 'node:stream';
import type { RequestHandler, Router } from 'express';
import { AUDIT_LOG_CSV_PATH, AuditFilter } from '../../contracts/audit-entry.ts';
import type { Context } from '../context.ts';
import { type AuditLog, formatAuditLogCsv } from '../domain/audit-log/read-audit-log.ts';
import { expectAdmin } from '../domain/caller.ts';
import { type Clock, stamp } from '../domain/clock.ts';
import type { AccountThrottles } from '../http/account-throttles.ts';
import type { Admit } from '../http/admission.ts';
import { done, type Handle } from '../http/handle.ts';
import { faultsOf, invalidRequest } from '../http/parse-call.ts';
import { sendStream } from '../http/reply.ts';

/** Sends the audit log as a CSV file, row by row as fast as the connection takes them. */
function serveAuditLogCsv(auditLog: AuditLog, admit: Admit, clock: Clock): RequestHandler {
  return async (request, response) => {
    const caller = await admit(request);
    const filter = AuditFilter.safeParse(request.query);
    if (!filter.success) throw invalidRequest(faultsOf(filter.error));
    const entries = await auditLog.export(caller, filter.data);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="journal-${stamp(clock).slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    });
    await sendStream(Readable.from(formatAuditLogCsv(entries)), response);
  };
}

/** Registers the calls for the site's admins, and the audit log as a file. */
export function registerAdminRoutes(
  handle: Handle,
  router: Router,
  { auditLog, adminView, accountAdmin, clock }: Context,
  admit: Admit,
  throttles: AccountThrottles,
): void {
  handle('listTrail', ({ caller, query }) => auditLog.list(caller, query));
  handle('listAccounts', ({ caller, query }) => adminView.accounts(caller, query));
  handle('setQuota', ({ caller, params, body }) => adminView.setQuota(caller, params.userId, body));
  handle('makeAccount', async ({ caller, body }) => {
    expectAdmin(caller);
    await throttles.madeAccount(caller.id);
    return accountAdmin.make(caller, body);
  });
  handle('setRole', ({ caller, params, body }) => done(accountAdmin.setRole(caller, params.userId, body.role)));
  handle('makeResetLink', async ({ caller, params }) => {
    expectAdmin(caller);
    await throttles.passwordLink(params.userId);
    return accountAdmin.makeResetLink(caller, params.userId);
  });
  handle('vouchForAddress', ({ caller, params }) => done(accountAdmin.vouchForAddress(caller, params.userId)));
  handle('listMaps', ({ caller, query }) => adminView.maps(caller, query));
  handle('readJobs', ({ caller }) => adminView.jobs(caller));
  handle('readServer', ({ caller }) => adminView.server(caller));
  router.get(AUDIT_LOG_CSV_PATH, serveAuditLogCsv(auditLog, admit, clock));
}
