import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Transactor } from '../../store/database.ts';
import { insertMeasure, isHiddenAudio } from '../../store/moderation.ts';
import { changePlace, findAnyPlace, type PlaceRow } from '../../store/places.ts';
import { listTellingSounds } from '../../store/tellings.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Clock, stamp } from '../clock.ts';

/** Messages of the server itself to the author of a place. */
const placeWords = {
  hiddenAgain:
    'Ce son a déjà été masqué sur cette carte. Les admins du site le voient\u00a0; vous pouvez leur répondre ici.',
} as const;

/**
 * Hides a place whose audio, or that of one of its tellings, the site's admins have hidden on its parcours, so that posting it again doesn't evade them:
 * they see it in their queue, and its author is told. Called whenever a place receives audio, is published or is
 * restored; a draft is checked when it is published.
 */
export async function hideKnownAudio(tx: Transactor, clock: Clock, id: PlaceId): Promise<void> {
  const place = await findAnyPlace(tx, id);
  if (place === undefined || place.is_draft || place.hidden_at !== null) return;
  const { parcours_id, author_id, name } = place;
  if (!(await playsHiddenAudio(tx, place))) return;
  await changePlace(tx, id, { hidden_at: stamp(clock) });
  const about = { account: author_id, place: id, parcours: parcours_id };
  await addToAuditLog(tx, clock, { action: 'hidden', by: {}, ...about, detail: 'audio that is hidden on this map' });
  await insertMeasure(tx, {
    kind: 'hide',
    place_id: id,
    parcours_id: null,
    account_id: author_id,
    name,
    words: placeWords.hiddenAgain,
    taken_at: stamp(clock),
    taken_by: null,
  });
}

async function playsHiddenAudio(
  tx: Transactor,
  { id, parcours_id, media_sha256: own }: Pick<PlaceRow, 'id' | 'parcours_id' | 'media_sha256'>,
): Promise<boolean> {
  const told = (await listTellingSounds(tx, [id])).map(({ media_sha256 }) => media_sha256);
  for (const media_sha256 of own === null ? told : [own, ...told]) {
    if (await isHiddenAudio(tx, { parcours_id, media_sha256 })) return true;
  }
  return false;
}
