import type { AuditAction } from '../../contracts/audit-entry.ts';
import { openExistingDatabase } from '../../server/cluster/open-stores.ts';
import type { TestServer } from './server.ts';
import { testLocation } from './test-database.ts';

/** An entry of the audit log: who did what to whom, and where. */
export interface AuditLogNote {
  readonly action: AuditAction;
  readonly actor_id: number | null;
  readonly account_id: number | null;
  readonly parcours_id: number | null;
  readonly place_id: number | null;
  readonly detail: string;
}

/** The entries of a server's audit log with one of these actions, oldest first. */
export async function readAuditLog(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  ...actions: readonly AuditAction[]
): Promise<AuditLogNote[]> {
  const database = await openExistingDatabase(await testLocation(dataDir));
  if (database === null) throw new Error(`Expected a database in ${dataDir}`);
  try {
    return await database
      .reader('trail')
      .whereIn('action', actions)
      .orderBy('id')
      .select<AuditLogNote[]>('action', 'actor_id', 'account_id', 'parcours_id', 'place_id', 'detail');
  } finally {
    await database.close();
  }
}
