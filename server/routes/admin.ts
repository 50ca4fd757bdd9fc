import type { Router } from 'express';
import { AUDIT_LOG_CSV_PATH } from '../../contracts/audit-entry.ts';
import type { AuditLog } from '../domain/audit-log/read-audit-log.ts';
import type { Clock } from '../domain/clock.ts';
import type { AdminView } from '../domain/overview/admin-view.ts';
import { serveAuditLogCsv } from '../http/admin/serve-audit-log-csv.ts';
import type { Admit } from '../http/admission.ts';
import type { Handle } from '../http/handle.ts';

/** The parts that handle the calls for the site's admins. */
export interface AdminParts {
  readonly auditLog: AuditLog;
  readonly adminView: AdminView;
  readonly clock: Clock;
}

/** Registers the calls for the site's admins, and the audit log as a file. */
export function registerAdminRoutes(
  handle: Handle,
  router: Router,
  { auditLog, adminView, clock }: AdminParts,
  admit: Admit,
): void {
  handle('listTrail', ({ caller, query }) => auditLog.list(caller, query));
  handle('listAccounts', ({ caller, query }) => adminView.accounts(caller, query));
  handle('setQuota', ({ caller, params, body }) => adminView.setQuota(caller, params.userId, body));
  handle('listMaps', ({ caller, query }) => adminView.maps(caller, query));
  handle('readJobs', ({ caller }) => adminView.jobs(caller));
  handle('readServer', ({ caller }) => adminView.server(caller));
  router.get(AUDIT_LOG_CSV_PATH, serveAuditLogCsv(auditLog, admit, clock));
}
