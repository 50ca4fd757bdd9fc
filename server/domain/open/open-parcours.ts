import type { Geometry, Position } from '../../../contracts/geo.ts';
import { linkPath } from '../../../contracts/link.ts';
import type { Slug } from '../../../contracts/open-parcours.ts';
import { offerOf } from '../../../contracts/pick-telling.ts';
import type { MediaLink } from '../../../contracts/place.ts';
import type { ParcoursAbout, PlaceWords } from '../../../contracts/telling.ts';
import type { Language, ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { positionOf } from '../../../contracts/zone-middle.ts';
import type { Database, Reader } from '../../store/database.ts';
import { findSlugNow } from '../../store/former-slugs.ts';
import {
  findOpenListVersion,
  findOpenParcours,
  listOpenPlaceIds,
  type OpenParcoursRow,
} from '../../store/open-parcours.ts';
import { numberShown } from '../../store/place-steps.ts';
import { findAnyPlaces, measurePlaces, type PlaceMediaRow, type PlaceWithMediaRow } from '../../store/places.ts';
import { listTellingMedia, type PlacesRange, sumWordBytes } from '../../store/tellings.ts';
import { createByteCache } from '../byte-cache.ts';
import type { Clock } from '../clock.ts';
import { listWeight, nextTurn, SLICE_CHARS } from '../costly-work.ts';
import type { FairQueue } from '../fair-queue.ts';
import { sha256Of } from '../keys.ts';
import type { MediaLinks, SignLink } from '../media/media-links.ts';
import { toMediaLink } from '../places/place-responses.ts';
import { readAbout } from '../tellings/about.ts';
import { readWordsOf } from '../tellings/place-words.ts';
import { type Catalogue, readOpenCatalogue } from './catalogue.ts';

/** A place as everybody sees it. */
export interface OpenPlace {
  readonly id: PlaceId;
  readonly appelation: string;
  readonly feature: Geometry;
  /** Bytes of its shape in JSON, about. */
  readonly shapeBytes: number;
  /** Its number in the order that members see, too; null for a place without one. */
  readonly number: number | null;
  /** Its point, or the middle of its zone. */
  readonly position: Position;
  readonly media: { readonly data: MediaLink } | null;
  /** Null if it says nothing but its name and sound. */
  readonly words: PlaceWords | null;
  readonly createdAt: string;
}

/** An open parcours with its first places, in their order. */
export interface OpenParcours {
  readonly id: ParcoursId;
  readonly slug: Slug;
  readonly isInCatalogue: boolean;
  readonly name: string;
  readonly description: string;
  /** Path of its image; null without one. */
  readonly imagePath: string | null;
  readonly about: ParcoursAbout;
  /** The languages in which it says anything, its first one first. */
  readonly languages: readonly string[];
  readonly places: readonly OpenPlace[];
  /** How many places there are beyond these. */
  readonly morePlaces: number;
  /** Whether places at the end are without their texts and pictures. */
  readonly isShortened: boolean;
  /** Bytes of audio files, by the `linkPath` of their links. */
  readonly audioBytes: ReadonlyMap<string, number>;
  /** Changes whenever any of this changes. */
  readonly version: string;
  /** Changes whenever the picture of its places changes. */
  readonly pictureVersion: string;
  /** Bytes of memory that it takes, about. */
  readonly bytes: number;
}

/** Most places that a page lists; the app has all. */
const PLACES_MAX = 500;
/** Characters of places' texts on a page, in JSON; the app has all. */
const WORDS_CHARS_MAX = 2 ** 20;
/** Bytes of parcours in memory. */
const CACHED_BYTES_MAX = 32 * 2 ** 20;
/** How long the catalogue stays as it was read: it has all parcours, and counts all their places. */
export const CATALOGUE_MS = 10_000;
/** Bytes of a place in memory beside its texts and its shape. */
const PLACE_BYTES = 2048;

interface OpenParcoursParts {
  readonly database: Database;
  /** The queue of lists. */
  readonly takeTurn: FairQueue;
  readonly links: Pick<MediaLinks, 'signFor'>;
  readonly clock: Clock;
}

/** Reads what public pages show. */
export type OpenParcoursReader = ReturnType<typeof createOpenParcoursReader>;

/** Reads the open parcours of this database; each is read once for each version of it. */
export function createOpenParcoursReader({ database: { reader }, takeTurn, links, clock }: OpenParcoursParts) {
  const cached = createByteCache<OpenParcours>(CACHED_BYTES_MAX);
  const beingRead = new Map<string, Promise<OpenParcours>>();

  function readOnce(row: OpenParcoursRow, version: string): Promise<OpenParcours> {
    const key = `${row.id} ${version}`;
    const running = beingRead.get(key);
    if (running !== undefined) return running;
    const reading = readParcours(
      reader,
      row,
      version,
      links.signFor({ open: row.slug, parcoursId: row.id, address: '' }),
    )
      .then((parcours) => {
        cached.set(String(row.id), parcours, parcours.bytes);
        return parcours;
      })
      .finally(() => beingRead.delete(key));
    beingRead.set(key, reading);
    return reading;
  }

  const catalogues = new Map<Language, { readonly until: number; readonly catalogue: Promise<Catalogue> }>();

  return {
    /**
     * Returns the open parcours with this slug; null if there is none, or none any more.
     * @param owner the requester: see `ownerOf`. @throws AppError `busy`.
     */
    find: async (slug: Slug, owner: string): Promise<OpenParcours | null> => {
      const row = await findOpenParcours(reader, slug);
      const listed = row === undefined ? undefined : await findOpenListVersion(reader, row.id);
      if (row === undefined || listed === undefined) return null;
      const version = versionOf(row, listed);
      const known = cached.get(String(row.id));
      if (known?.version === version) return known;
      const joined = beingRead.get(`${row.id} ${version}`);
      if (joined !== undefined) return joined;
      const measure = await measurePlaces(reader, row.id);
      const words = await sumWordBytes(reader, { parcours_id: row.id, deleted_at: null });
      return takeTurn(owner, () => readOnce(row, version), listWeight(measure) + words);
    },

    /** The slug that an open parcours has now, by one that it had before. */
    findSlugNow: (former: Slug): Promise<Slug | undefined> => findSlugNow(reader, former),

    /** Runs costly work in its turn; `bytes` is the memory that it needs. @throws AppError `busy`. */
    inTurn: <Result>(bytes: number, owner: string, work: () => Promise<Result>): Promise<Result> =>
      takeTurn(owner, work, bytes),

    /**
     * Lists the catalogue by name, in this language where parcours have a name in it; without parcours that have no place.
     * It is read once in {@link CATALOGUE_MS}, for all who ask meanwhile.
     */
    listCatalogue: (language: Language): Promise<Catalogue> => {
      const known = catalogues.get(language);
      if (known !== undefined && clock() < known.until) return known.catalogue;
      const read = { until: clock() + CATALOGUE_MS, catalogue: readOpenCatalogue(reader, language) };
      catalogues.set(language, read);
      read.catalogue.catch(() => {
        if (catalogues.get(language) === read) catalogues.delete(language);
      });
      return read.catalogue;
    },
  };
}

function versionOf(row: OpenParcoursRow, listed: string): string {
  const { title, description, image_url, language, facts, visibility, slug } = row;
  return sha256Of(JSON.stringify([title, description, image_url, language, facts, visibility, slug, listed]));
}

async function readParcours(
  reader: Reader,
  row: OpenParcoursRow,
  version: string,
  sign: SignLink,
): Promise<OpenParcours> {
  const numbers = await numberShown(reader, [row.id]);
  const all = inOrder(await listOpenPlaceIds(reader, row.id), numbers);
  const ids = all.slice(0, PLACES_MAX);
  const rows = new Map((await findAnyPlaces(reader, ids)).map((place) => [place.id, place]));
  const range = rangeOf(row.id, ids);
  const words = range === null ? null : await readWordsOf(reader, range, { sign, seesDrafts: false });
  const told = range === null ? [] : await listTellingMedia(reader, range);
  const places: OpenPlace[] = [];
  let [wordsChars, shapeChars, sliceChars] = [0, 0, 0];
  for (const id of ids) {
    const place = rows.get(id);
    if (place === undefined) continue;
    const said = words?.get(id);
    wordsChars += said === undefined ? 0 : JSON.stringify(said).length;
    const shown = wordsChars > WORDS_CHARS_MAX ? null : (said ?? null);
    places.push({ ...toOpenPlace(place, shown, sign), number: numbers.get(id) ?? null });
    shapeChars += place.geometry.length;
    sliceChars += place.geometry.length;
    if (sliceChars < SLICE_CHARS) continue;
    sliceChars = 0;
    await nextTurn();
  }
  const about = await readAbout(reader, row);
  return {
    ...{ id: row.id, slug: row.slug, isInCatalogue: row.visibility === 'catalogue', version },
    ...{ name: row.title, description: row.description, imagePath: row.image_url },
    pictureVersion: sha256Of(
      JSON.stringify([row.title, places.map(({ feature, media }) => [feature, media !== null])]),
    ),
    about,
    languages: offerOf([{ about, places: places.flatMap(({ words }) => words ?? []) }]).languages,
    places,
    morePlaces: all.length - places.length,
    isShortened: wordsChars > WORDS_CHARS_MAX,
    audioBytes: new Map([...rows.values(), ...told].flatMap((audio) => sizesOf(audio, sign))),
    bytes: 2 * Math.min(wordsChars, WORDS_CHARS_MAX) + 4 * shapeChars + places.length * PLACE_BYTES,
  };
}

/** The numbered places in their order, then the others, the oldest first. */
function inOrder(ids: readonly PlaceId[], numbers: ReadonlyMap<PlaceId, number>): PlaceId[] {
  const numberOf = (placeId: PlaceId): number => numbers.get(placeId) ?? Number.POSITIVE_INFINITY;
  // Infinity minus itself is no number.
  return ids.toSorted((a, b) => (numberOf(a) === numberOf(b) ? a - b : numberOf(a) - numberOf(b)));
}

function rangeOf(parcoursId: ParcoursId, ids: readonly PlaceId[]): PlacesRange | null {
  const [first, ...others] = ids.toSorted((a, b) => a - b);
  return first === undefined ? null : { parcoursId, first, last: others.at(-1) ?? first };
}

function toOpenPlace(row: PlaceWithMediaRow, words: PlaceWords | null, sign: SignLink): Omit<OpenPlace, 'number'> {
  // Only geometries that passed the schema are stored.
  const feature = JSON.parse(row.geometry) as Geometry;
  const media = toMediaLink(row, sign);
  return {
    ...{ id: row.id, appelation: row.name, feature, createdAt: row.created_at, words },
    shapeBytes: row.geometry.length,
    position: positionOf(feature),
    media: media === null ? null : { data: media },
  };
}

function sizesOf({ media_sha256, extension, size_bytes }: PlaceMediaRow, sign: SignLink): [string, number][] {
  if (media_sha256 === null || extension === null || size_bytes === null) return [];
  return [[linkPath(sign({ sha256: media_sha256, extension })), Number(size_bytes)]];
}
