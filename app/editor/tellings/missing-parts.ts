import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import {
  type PlaceWords,
  TELLING_KINDS,
  type Telling,
  type TellingKey,
  tellingCode,
} from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { isPlaceItself, isSameTelling } from './telling-draft.ts';

/** The parts of a version of a place. */
export const PARTS = ['name', 'text', 'sound', 'transcript', 'pictures'] as const;
/** One of {@link PARTS}. */
export type Part = (typeof PARTS)[number];

/** How a part is: a `draft` waits for its approval, an `unneeded` one has nothing that it belongs to. */
export type PartState = 'there' | 'draft' | 'missing' | 'unneeded';

/** A version of a place, part by part. */
export interface Cell {
  readonly key: TellingKey;
  readonly parts: Readonly<Record<Part, PartState>>;
}

/** What is missing on a parcours: a row for each place, in each a cell for each of the versions. */
export interface MissingTable {
  readonly versions: readonly TellingKey[];
  readonly rows: ReadonlyArray<{ readonly place: ListedPlace; readonly cells: readonly Cell[] }>;
  /** How many parts are missing, or wait for an approval. */
  readonly missing: number;
  /** How many places have such a part. */
  readonly incomplete: number;
}

/** The part of a place that the table shows. */
export type ListedPlace = Pick<Place, 'id' | 'appelation' | 'media' | 'step'>;

/**
 * Lists the versions that any of these places has, and the added ones, the places themselves first. Pure.
 * @param first the first language
 */
export function listVersions(
  words: readonly Pick<PlaceWords, 'tellings'>[],
  first: string,
  added: readonly TellingKey[] = [],
): TellingKey[] {
  const used = new Map<string, TellingKey>();
  const itself: TellingKey = { language: first, kind: 'standard' };
  for (const { language, kind } of [itself, ...added, ...words.flatMap(({ tellings }) => tellings)]) {
    used.set(tellingCode({ language, kind }), { language, kind });
  }
  const rank = ({ language, kind }: TellingKey): string =>
    `${language === first ? '' : language}.${TELLING_KINDS.indexOf(kind)}`;
  return [...used.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Says of each part of a version whether it is there. Pure. @param words undefined for a place with only name and sound */
export function partsOf(
  place: Pick<Place, 'appelation' | 'media'>,
  words: Pick<PlaceWords, 'tellings' | 'pictures'> | undefined,
  key: TellingKey,
  first: string,
): Cell['parts'] {
  const { tellings = [], pictures = [] } = words ?? {};
  const telling = tellings.find((other) => isSameTelling(other, key));
  const isPlace = isPlaceItself(key, first);
  const own = tellings.find((other) => isPlaceItself(other, first));
  const hasSound = (isPlace ? place.media : telling?.media) != null;
  const hasText = (telling?.text ?? '') !== '';
  const name = isPlace ? place.appelation.trim() : (telling?.name ?? '');
  // A version needs what the place itself has.
  const needsSound = isPlace || place.media !== null;
  const needsText = isPlace || (own?.text ?? '') !== '';
  return {
    name: stateOf(name !== '' && name !== DEFAULT_PLACE_TITLE),
    text: stateOf(hasText, needsText),
    sound: stateOf(hasSound, needsSound),
    transcript: hasSound ? transcriptOf(telling) : 'unneeded',
    pictures: stateOf(pictures.length > 0 && pictures.every(({ id }) => isDescribed(telling, id)), pictures.length > 0),
  };
}

function stateOf(isThere: boolean, isNeeded = true): PartState {
  if (isThere) return 'there';
  return isNeeded ? 'missing' : 'unneeded';
}

function transcriptOf(telling: Telling | undefined): PartState {
  if (telling?.transcript == null) return 'missing';
  return telling.transcript.state === 'draft' ? 'draft' : 'there';
}

function isDescribed(telling: Telling | undefined, id: number): boolean {
  return telling?.pictures.some((picture) => picture.id === id && picture.description !== '') === true;
}

/** Lists the parts of a cell that an author has yet to do. Pure. */
export function undoneOf({ parts }: Pick<Cell, 'parts'>): Part[] {
  return PARTS.filter((part) => parts[part] === 'missing' || parts[part] === 'draft');
}

/**
 * Makes the table of a parcours' places, which are in their order. Pure.
 * @param first its first language
 * @param added versions that no place has yet
 */
export function tableOf(
  places: readonly ListedPlace[],
  words: readonly PlaceWords[],
  first: string,
  added: readonly TellingKey[] = [],
): MissingTable {
  const wordsOf = new Map<PlaceId, PlaceWords>(words.map((some) => [some.id, some]));
  const versions = listVersions(words, first, added);
  const rows = places.map((place) => ({
    place,
    cells: versions.map((key) => ({ key, parts: partsOf(place, wordsOf.get(place.id), key, first) })),
  }));
  const undone = rows.map(({ cells }) => cells.reduce((sum, cell) => sum + undoneOf(cell).length, 0));
  return {
    ...{ versions, rows },
    missing: undone.reduce((sum, count) => sum + count, 0),
    incomplete: undone.filter((count) => count > 0).length,
  };
}
