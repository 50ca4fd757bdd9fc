import type { TrailAction } from '../../contracts/trail.ts';
import { openExistingDatabase } from '../../server/store/database.ts';
import type { TestServer } from './server.ts';
import { testLocation } from './test-database.ts';

/** An entry of the trail: who did what to whom, and where. */
export interface TrailNote {
  readonly action: TrailAction;
  readonly actor_id: number | null;
  readonly account_id: number | null;
  readonly parcours_id: number | null;
  readonly place_id: number | null;
  readonly detail: string;
}

/** The entries of a server's trail with one of these actions, oldest first. */
export async function readTrail(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  ...actions: readonly TrailAction[]
): Promise<TrailNote[]> {
  const database = await openExistingDatabase(await testLocation(dataDir));
  if (database === null) throw new Error(`Expected a database in ${dataDir}`);
  try {
    return await database
      .reader('trail')
      .whereIn('action', actions)
      .orderBy('id')
      .select<TrailNote[]>('action', 'actor_id', 'account_id', 'parcours_id', 'place_id', 'detail');
  } finally {
    await database.close();
  }
}
