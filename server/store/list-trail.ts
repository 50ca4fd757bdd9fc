import type { Knex } from 'knex';
import type { TrailAction } from '../../contracts/trail.ts';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader } from './database.ts';
import type { TrailRow } from './trail.ts';

/** Selects rows of the audit log; all given conditions must hold. */
export interface TrailQuery {
  readonly action?: TrailAction | undefined;
  /** The account that acted or was affected. */
  readonly accountId?: UserId | undefined;
  readonly parcoursId?: ParcoursId | undefined;
  /** Start (inclusive) and end (exclusive), as stored. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Rows with smaller ids only. */
  readonly before?: number | undefined;
}

/**
 * Lists the audit log, newest first. Times are converted to ids, because rows are added in order of time: each query
 * then reads one index from its end and stops after `most` rows.
 */
export async function listTrail(reader: Reader, query: TrailQuery, most: number): Promise<TrailRow[]> {
  const { accountId } = query;
  const [first, last] = await Promise.all([findFirst(reader, query.from), findLast(reader, query.to)]);
  if (first === null || last === null) return [];
  const rows = (): Knex.QueryBuilder<object, TrailRow[]> => {
    const found = reader('trail').select<TrailRow[]>('*').orderBy('id', 'desc').limit(most);
    if (query.action !== undefined) found.where('action', query.action);
    if (query.parcoursId !== undefined) found.where('parcours_id', query.parcoursId);
    if (first !== undefined) found.where('id', '>=', first);
    if (last !== undefined) found.where('id', '<=', last);
    if (query.before !== undefined) found.where('id', '<', query.before);
    return found;
  };
  if (accountId === undefined) return rows();
  // One index each: a condition with OR would sort all of an account's rows.
  const [done, undergone] = await Promise.all([
    rows().where('actor_id', accountId),
    rows().where('account_id', accountId),
  ]);
  const byId = new Map([...done, ...undergone].map((row) => [row.id, row]));
  return [...byId.values()].sort((one, other) => other.id - one.id).slice(0, most);
}

/** The id of the first row at or after this time; null if there is none, undefined without a time. */
async function findFirst(reader: Reader, from: string | undefined): Promise<number | null | undefined> {
  if (from === undefined) return undefined;
  const rows = reader<TrailRow>('trail').where('happened_at', '>=', from);
  return (await rows.orderBy(['happened_at', 'id']).first('id'))?.id ?? null;
}

/** The id of the last row before this time; null if there is none, undefined without a time. */
async function findLast(reader: Reader, to: string | undefined): Promise<number | null | undefined> {
  if (to === undefined) return undefined;
  const rows = reader<TrailRow>('trail').where('happened_at', '<', to);
  const newestFirst = ['happened_at', 'id'].map((column) => ({ column, order: 'desc' as const }));
  return (await rows.orderBy(newestFirst).first('id'))?.id ?? null;
}
