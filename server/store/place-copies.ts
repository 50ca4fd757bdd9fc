import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import type { Transactor } from './database.ts';
import { PUBLIC_PLACE } from './place-visibility.ts';

interface PlacesCopy {
  readonly from: ParcoursId;
  readonly to: ParcoursId;
  readonly by: UserId;
  /** Whether they may plan places; otherwise only their own are copied. */
  readonly plans: boolean;
  /** ISO 8601 in UTC. */
  readonly now: string;
}

/**
 * Copies the places of a parcours that all its members see, and the planned ones, to another, in their order. Those with
 * somebody else's voice become planned places of who copies, also those of deleted accounts; reported ones are left out.
 */
export async function copyPlaces(tx: Transactor, { from, to, by, plans, now }: PlacesCopy): Promise<void> {
  // Never null: one column contains its negation.
  const isBy = (column: 'author_id' | 'audio_by') => `${column} is not null and ${column} = ?`;
  const ownAlone = `${isBy('author_id')} and (media_sha256 is null or (${isBy('audio_by')})) and is_planned = ?`;
  const isOwn = [by, by, false];
  const reported = tx('reports').where({ closed_at: null, place_id: tx.ref('places.id') });
  const columns: readonly (readonly [string, string, readonly (string | number | boolean)[]])[] = [
    ['parcours_id', 'cast(? as integer)', [to]],
    ['author_id', `case when ${ownAlone} then author_id else cast(? as integer) end`, [...isOwn, by]],
    ['name', 'name', []],
    ['kind', 'kind', []],
    ['geometry', 'geometry', []],
    ['step', 'step', []],
    ['media_sha256', `case when ${ownAlone} then media_sha256 end`, isOwn],
    ['audio_by', `case when ${ownAlone} then audio_by end`, isOwn],
    ['is_planned', `not (${ownAlone})`, isOwn],
    ['created_at', 'cast(? as text)', [now]],
  ];
  const rows = tx('places')
    .where({ parcours_id: from })
    .where((copied) => copied.where(PUBLIC_PLACE).orWhere({ is_planned: true, deleted_at: null, hidden_at: null }))
    .whereNotExists(reported)
    .orderBy('id')
    .select(columns.map(([, sql, values]) => tx.raw(sql, [...values])));
  if (!plans) rows.whereRaw(ownAlone, isOwn);
  const names = columns.map(([name]) => name);
  await tx(tx.raw(`?? (${names.map(() => '??').join(', ')})`, ['places', ...names])).insert(rows);
}
