import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { Transactor } from './database.ts';
import { onlyHiding, PUBLIC_PLACE } from './place-visibility.ts';
import type { PlaceRow } from './places.ts';
import type { PictureWordsRow, TellingRow } from './tellings.ts';

interface PlacesCopy {
  readonly from: ParcoursId;
  readonly to: ParcoursId;
  readonly by: UserId;
  /** Whether they may plan places; otherwise only their own are copied. */
  readonly plans: boolean;
  /** ISO 8601 in UTC. */
  readonly now: string;
}

/** Columns of tellings: without any of them, and without a description of a picture, nothing is said. */
const WORDS = ['name', 'text', 'link', 'transcript', 'media_sha256'] as const;

/**
 * Copies the places of a parcours that all its members see, and the planned ones, to another, in their order. Those with
 * somebody else's voice become planned places of who copies, also those of deleted accounts; reported ones are left out.
 * What own places say goes with them.
 */
export async function copyPlaces(tx: Transactor, { from, to, by, plans, now }: PlacesCopy): Promise<void> {
  // Never null: one column contains its negation.
  const isBy = (column: 'author_id' | 'audio_by') => `${column} is not null and ${column} = ?`;
  const ownAlone = `${isBy('author_id')} and (media_sha256 is null or (${isBy('audio_by')})) and is_planned = ?`;
  const isOwn = [by, by, false];
  const reported = onlyHiding(tx('reports').where({ place_id: tx.ref('places.id') }));
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
    .orderBy('id');
  if (!plans) rows.whereRaw(ownAlone, isOwn);
  const originals: PlaceId[] = await rows.clone().pluck('id');
  const names = columns.map(([name]) => name);
  await tx(tx.raw(`?? (${names.map(() => '??').join(', ')})`, ['places', ...names])).insert(
    rows.select(columns.map(([, sql, values]) => tx.raw(sql, [...values]))),
  );
  const copies = await tx<PlaceRow>('places').where({ parcours_id: to }).orderBy('id').select('id', 'is_planned');
  for (const [index, { id, is_planned }] of copies.entries()) {
    const original = originals[index];
    if (original !== undefined && !is_planned) await copyWords(tx, { from: original, to: id, by, now });
  }
}

/**
 * Copies what a place says to another: sounds and pictures only if this account sent them, the texts as its own. A
 * telling that consists of somebody else's sound stays behind; of another, its transcript becomes a draft, since it has the
 * times of a sound that is not there.
 */
async function copyWords(
  tx: Transactor,
  { from, to, by, now }: Pick<PlacesCopy, 'by' | 'now'> & { readonly from: PlaceId; readonly to: PlaceId },
): Promise<void> {
  const tellings = await tx<TellingRow>('tellings').where({ place_id: from }).orderBy('id').select('*');
  const copied = tellings.map(({ id: _, ...row }) => ({
    ...row,
    ...(row.media_sha256 === null || row.audio_by === by ? {} : withoutSound(row)),
    ...{ place_id: to, changed_at: now, changed_by: by },
  }));
  const pictures = tx('pictures').where({ place_id: from, uploader_id: by });
  const described = await tx<PictureWordsRow>('picture_words').whereIn('picture_id', pictures.clone().select('id'));
  const said = copied.filter(
    (row) =>
      WORDS.some((column) => row[column] !== null && row[column] !== '') ||
      described.some(({ language, kind }) => language === row.language && kind === row.kind),
  );
  if (said.length > 0) await tx<TellingRow>('tellings').insert(said);
  for (const { id, ...picture } of await pictures.orderBy('id')) {
    const [copy] = await tx('pictures')
      .insert({ ...picture, place_id: to, created_at: now })
      .returning('id');
    for (const table of ['picture_files', 'picture_words']) {
      const rows: object[] = await tx(table).where({ picture_id: id });
      if (rows.length > 0) await tx(table).insert(rows.map((row) => ({ ...row, picture_id: copy?.id })));
    }
  }
}

function withoutSound({
  transcript_state,
}: Pick<TellingRow, 'transcript_state'>): Pick<TellingRow, 'media_sha256' | 'audio_by' | 'transcript_state'> {
  return { media_sha256: null, audio_by: null, transcript_state: transcript_state && 'draft' };
}
