import type { AuditEntry, AuditFilter } from '../../../contracts/audit-entry.ts';
import type { CallInput } from '../../../contracts/routes.ts';
import { call } from './api.ts';
import type { Person } from './people.ts';

/** The newest page of a server's audit log, as its admin reads it. */
export async function readAuditLog(
  origin: string,
  admin: Person,
  query: CallInput<'listTrail', Blob>['query'] = {},
): Promise<AuditEntry[]> {
  return (await call(origin, 'listTrail', { query }, admin.token)).entries;
}

/** The newest entry that a filter finds; throws if there is none. */
export async function lastOf(origin: string, admin: Person, query: AuditFilter): Promise<AuditEntry> {
  const [entry] = await readAuditLog(origin, admin, query);
  if (entry === undefined) throw new Error(`Expected an entry of the audit log for ${JSON.stringify(query)}`);
  return entry;
}
