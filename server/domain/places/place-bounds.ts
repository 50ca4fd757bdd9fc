import type { ErrorCode } from '../../../contracts/errors.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { measurePlaces, measurePlacesBy, type PlacesMeasure } from '../../store/places.ts';
import { isTrusted } from '../../store/role-requests.ts';
import { sumWordBytes } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { DiskReserve } from '../disk-reserve.ts';

/** Maximum content of one parcours. */
export interface PlaceBounds {
  readonly places: number;
  /** Bytes of the shapes, as GeoJSON; the texts of the places may have as many. */
  readonly shapeBytes: number;
}

/** What is compared with the limits. */
interface Content extends PlacesMeasure {
  readonly wordBytes: number;
}

/** The limits for writing places. */
export interface PlaceSpace extends PlaceBounds {
  readonly disk: DiskReserve;
}

/** The share of a parcours that one author may fill without being its editor, so that nobody fills it for others. */
const AUTHOR_SHARE = 1 / 4;

/** An author's limit on all parcours together, in multiples of one parcours; lower if nobody vouches for them. */
const AUTHOR_MAPS = 4;
const FRESH_AUTHOR_MAPS = 1;
/** The shapes of one list, in multiples of the limit of one parcours: an author's own list has no more. */
const LIST_MAPS = AUTHOR_MAPS;

/**
 * Checks the limits after a place was added or changed, in its transaction. `author` is the account whose share counts.
 * @param filling a new place that fills a planned one: both have one shape, which is in the share of who planned it.
 * @throws AppError `map_full`.
 */
export async function expectWithinBounds(
  tx: Reader,
  most: PlaceBounds,
  parcoursId: ParcoursId,
  author: Pick<Caller, 'id'>,
  filling?: { readonly placeId: PlaceId; readonly plannedId: PlaceId },
): Promise<void> {
  const all = {
    ...(await measurePlaces(tx, parcoursId, { without: filling?.plannedId })),
    wordBytes: await sumWordBytes(tx, { parcours_id: parcoursId, deleted_at: null }),
  };
  if (!isWithin(all, most)) throw beyond('map_full', all, most, 'a parcours');
  const privilege = await findPrivilege(tx, parcoursId, author.id);
  if (privilege === 'editor' || privilege === 'admin') return;
  const share = times(most, AUTHOR_SHARE);
  const own = {
    ...(await measurePlaces(tx, parcoursId, { authorId: author.id, without: filling?.placeId })),
    wordBytes: await sumWordBytes(tx, { parcours_id: parcoursId, deleted_at: null }, author.id),
  };
  if (!isWithin(own, share)) throw beyond('map_full', own, share, 'one author on a parcours');
}

/**
 * Checks what an author has made on all parcours together, after a place was added or changed: their places, and the texts
 * that they wrote last, also in others' places. Deleted places count
 * until they are deleted for good: otherwise deleting would be a way to fill the disk.
 * @throws AppError `quota_exceeded`.
 */
export async function expectWithinAuthorBounds(tx: Reader, ofMap: PlaceBounds, author: UserId): Promise<void> {
  const made = {
    ...(await measurePlacesBy(tx, author)),
    wordBytes: await sumWordBytes(tx, {}, author),
  };
  if (isWithin(made, times(ofMap, FRESH_AUTHOR_MAPS))) return;
  const most = times(ofMap, (await isTrusted(tx, author)) ? AUTHOR_MAPS : FRESH_AUTHOR_MAPS);
  if (!isWithin(made, most)) throw beyond('quota_exceeded', made, most, 'one author on all parcours');
}

/** Checks the size of a list before it is read. @param shapeBytes of all its places @throws AppError `too_large`. */
export function expectListable(shapeBytes: number, ofMap: PlaceBounds): void {
  const most = times(ofMap, LIST_MAPS).shapeBytes;
  if (shapeBytes <= most) return;
  throw new AppError('too_large', `Expected at most ${most} bytes of shapes in one list, got ${shapeBytes}`);
}

function times({ places, shapeBytes }: PlaceBounds, factor: number): PlaceBounds {
  return { places: Math.floor(places * factor), shapeBytes: Math.floor(shapeBytes * factor) };
}

function isWithin({ places, shapeBytes, wordBytes }: Content, most: PlaceBounds): boolean {
  return places <= most.places && shapeBytes <= most.shapeBytes && wordBytes <= most.shapeBytes;
}

function beyond(code: ErrorCode, { places, shapeBytes, wordBytes }: Content, most: PlaceBounds, of: string): AppError {
  const expected = `${most.places} places, and ${most.shapeBytes} bytes of shapes and as many of texts,`;
  return new AppError(code, `Expected at most ${expected} of ${of}, got ${places}, ${shapeBytes} and ${wordBytes}`);
}
