import { TELLINGS_MAX } from '../../../contracts/limits.ts';
import { readTellingCode, type TellingKey } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import type { PlaceRow, PlaceWithMediaRow } from '../../store/places.ts';
import { countTellings, findTelling, putTelling, unapproveTranscript } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { existingParcours } from '../parcours/parcours.ts';
import { askApprovalAgain } from '../places/changeable-place.ts';

/** Whether a telling is the place itself, with its name and sound: of kind `standard`, in the parcours' first language. */
export async function isPlaceItself(
  reader: Reader,
  { parcours_id }: Pick<PlaceRow, 'parcours_id'>,
  { language, kind }: TellingKey,
): Promise<boolean> {
  return kind === 'standard' && language === (await existingParcours(reader, parcours_id)).language;
}

/** Returns the telling that a code names, if it can have a sound of its own; undefined for the place itself. */
export async function ownSoundOf(
  reader: Reader,
  place: Pick<PlaceRow, 'parcours_id'>,
  code: string | undefined,
): Promise<TellingKey | undefined> {
  if (code === undefined) return undefined;
  const key = readTellingCode(code);
  return (await isPlaceItself(reader, place, key)) ? undefined : key;
}

/**
 * Gives a telling its own sound, and creates the telling if the place lacks it. The same sound needs no new approval.
 * @returns the sound before, which may now be unused
 * @throws AppError `too_many`.
 */
export async function setTellingSound(
  tx: Transactor,
  clock: Clock,
  caller: Caller,
  place: PlaceWithMediaRow,
  key: TellingKey,
  sha256: string,
): Promise<(string | null)[]> {
  const before = (await findTelling(tx, place.id, key))?.media_sha256 ?? null;
  // Who lends a voice has not written the words.
  await putTelling(tx, place.id, key, { media_sha256: sha256, audio_by: caller.id }, stamp(clock));
  await expectFewTellings(tx, place.id);
  if (sha256 !== before) {
    await unapproveTranscript(tx, place.id, key);
    await askApprovalAgain(tx, caller, place);
  }
  return [before];
}

/** Checks the number of a place's tellings, after one was added. @throws AppError `too_many`. */
export async function expectFewTellings(tx: Reader, placeId: PlaceId): Promise<void> {
  if ((await countTellings(tx, placeId)) <= TELLINGS_MAX) return;
  throw new AppError('too_many', `Expected at most ${TELLINGS_MAX} tellings of place ${placeId}`);
}
