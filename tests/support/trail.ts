import type { CallInput } from '../../contracts/routes.ts';
import type { TrailEntry, TrailFilter } from '../../contracts/trail.ts';
import { call } from './api.ts';
import type { Person } from './people.ts';

/** The newest page of a server's trail, as its admin reads it. */
export async function readTrail(
  origin: string,
  admin: Person,
  query: CallInput<'listTrail', Blob>['query'] = {},
): Promise<TrailEntry[]> {
  return (await call(origin, 'listTrail', { query }, admin.token)).entries;
}

/** The newest entry that a filter finds; throws if there is none. */
export async function lastOf(origin: string, admin: Person, query: TrailFilter): Promise<TrailEntry> {
  const [entry] = await readTrail(origin, admin, query);
  if (entry === undefined) throw new Error(`Expected an entry of the trail for ${JSON.stringify(query)}`);
  return entry;
}
