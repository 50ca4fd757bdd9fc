import { createHash } from 'node:crypto';
import type { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import type { Reader } from '../../../store/database.ts';
import { findListed, type ListedParcoursRow, listForAll, measureForAll } from '../../../store/listed-places.ts';
import { findOpenListVersion, listOpenPlaceIds } from '../../../store/open-parcours.ts';
import { numberShown } from '../../../store/place-steps.ts';
import type { PlaceMediaRow, PlaceWithMediaRow } from '../../../store/places.ts';
import { isOpenReader, type OpenReader, type ParcoursReader, type SessionCaller } from '../../caller.ts';
import { listWeight } from '../../costly-work.ts';
import { type FairQueue, ownerOf } from '../../fair-queue.ts';
import { createLimit, type Lock } from '../../locks.ts';
import type { MediaLinks } from '../../media/media-links.ts';
import { expectListable, type PlaceBounds } from '../place-bounds.ts';
import { withoutAuthor } from '../place-responses.ts';
import { type CachedText, cacheText, sendApart } from './linked-text.ts';
import { fillTexts, type PlacesText, serializePlaces } from './places-text.ts';

/** A serialized response that many readers share, with the version of its content. */
export interface SharedText {
  readonly version: string;
  /** The response in JSON. */
  plain(): Buffer[];
  /** The same, compressed; null if it holds signatures of links, which are never compressed. */
  readonly gzip: (() => Promise<Buffer[]>) | null;
}

/** Serializes lists of places for devices, without parcours that don't exist or that the caller may not read. */
export type PlaceLists = ReturnType<typeof createPlaceLists>;

const HEAD = Buffer.from('{"places":[');
const WHOLE_TAIL = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** Serializes the cached lists, with the links of each caller. */
export function createPlaceLists(cached: ListCache, links: MediaLinks) {
  return {
    /**
     * Returns the response of `listPlaces`.
     * @throws AppError `too_large` for more shapes than one response may have: ask for fewer parcours; `busy`.
     */
    serializeWhole: async (caller: ParcoursReader, parcoursIds: readonly ParcoursId[]): Promise<Buffer[]> => {
      const { texts } = await cached.show(caller, parcoursIds);
      return fillTexts(texts, Buffer.from(links.queryFor(caller)), HEAD, WHOLE_TAIL);
    },

    /**
     * Returns the response of `readPlaceList`. Its version changes with the places, and with the query of the links.
     * @throws AppError as {@link PlaceLists.serializeWhole}.
     */
    share: async (caller: ParcoursReader, parcoursIds: readonly ParcoursId[]): Promise<SharedText> => {
      const { texts, version: listed } = await cached.show(caller, parcoursIds);
      const linkQuery = links.queryFor(caller);
      const version = createHash('sha256').update(`${listed}\n${linkQuery}`).digest('base64url');
      // What differs by person comes last, and is never compressed.
      const tail = Buffer.from(`],${JSON.stringify({ linkQuery, version }).slice(1)}`);
      return { version, ...sendApart([HEAD, ...separate(texts), tail]) };
    },
  };
}

function separate<Part>(parts: readonly Part[]): (Part | Buffer)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]));
}

/** Maximum bytes of cached lists. */
const CACHED_BYTES_MAX = 64 * 2 ** 20;
/** Texts that are compressed at the same time. Each takes a quarter of a megabyte meanwhile, however short it is. */
const COMPRESSED_MAX = 2;
/** Bytes of a place with audio beside its text: its columns, and its files in a pack, which are cached as long. */
const STORY_BYTES = 1536;

/** The serialized places of one parcours, all or some. */
export type CachedPlaces = PlacesText & CachedText;

/** The places that one reader sees in a list. */
interface ShownPlaces {
  readonly texts: readonly CachedPlaces[];
  /** Changes whenever they see other places there. */
  readonly version: string;
}

/** The places that all members of a parcours see, or all without an account. */
export interface PublicPlaces {
  /** The same object as long as the parcours' places are the same. */
  readonly text: CachedPlaces;
  /** The places with audio. */
  readonly stories: readonly PlaceMediaRow[];
}

/**
 * Lists of places, each serialized once for each version of its parcours, and once more for people without an account.
 * What somebody may see, and the version of each list, come from the database each time.
 */
export interface ListCache {
  /**
   * Returns the places of these parcours, as far as the caller may see them as a member or without an account.
   * @throws AppError `too_large` for more shapes than one list may have; `busy`.
   */
  show(caller: ListReader, parcoursIds: readonly ParcoursId[]): Promise<ShownPlaces>;
  /** Returns a parcours' places if the caller may read it, else undefined. @throws AppError `busy`. */
  showPublic(caller: ListReader, parcoursId: ParcoursId): Promise<PublicPlaces | undefined>;
  /** Counts bytes of memory that something made of a cached list takes, and that are retained as long as the list. */
  grow(parcoursId: ParcoursId, places: CachedPlaces, bytes: number): void;
  /** Runs a few compressions at a time, including those of other cached texts. */
  readonly compressing: Lock;
}

/** Whom a list is for. */
type ListReader = Pick<SessionCaller, 'id'> | OpenReader;

/** A version of the list of a parcours. */
interface ListedRow extends Omit<ListedParcoursRow, 'privilege'> {
  /** Null for the list that people without an account see. */
  readonly privilege: ListedParcoursRow['privilege'] | null;
}

interface CachedList {
  readonly version: string;
  readonly approved: PublicPlaces;
  /** The places that wait for an approval, one by one: shown to their author, and to those who may approve them. */
  readonly waiting: readonly { readonly author: UserId | null; readonly text: CachedPlaces }[];
  readonly shapeBytes: number;
  /** Bytes of memory that the list takes. */
  readonly bytes: number;
}

/**
 * Caches the most recently requested lists in this process.
 * @param takeTurn limits lists by their {@link listWeight}: several large lists at once need no more memory than one.
 */
export function createListCache(
  reader: Reader,
  bounds: PlaceBounds,
  takeTurn: FairQueue,
  bytesMax = CACHED_BYTES_MAX,
): ListCache {
  /** The newest lists of each parcours by {@link keyOf}, the least recently requested first. */
  const cached = new Map<string, CachedList>();
  const beingMade = new Map<string, Promise<CachedList>>();
  const compressing = createLimit(COMPRESSED_MAX);
  let total = 0;

  function evict(): void {
    for (const oldest of cached.keys()) {
      if (total <= bytesMax) return;
      remove(oldest);
    }
  }

  function remove(key: string): void {
    total -= cached.get(key)?.bytes ?? 0;
    cached.delete(key);
  }

  function store(key: string, list: CachedList): void {
    remove(key);
    cached.set(key, list);
    total += list.bytes;
    evict();
  }

  function find(row: ListedRow): CachedList | undefined {
    const key = keyOf(row);
    const list = cached.get(key);
    if (list?.version !== row.version) return undefined;
    cached.delete(key);
    cached.set(key, list);
    return list;
  }

  /** The list is as new as the version, or newer: in that case the next request has another version. */
  function make(row: ListedRow): Promise<CachedList> {
    const key = `${row.parcours_id} ${row.version}`;
    const running = beingMade.get(key);
    if (running !== undefined) return running;
    const made = readList(reader, compressing, row);
    beingMade.set(key, made);
    void made.then(
      (list) => {
        beingMade.delete(key);
        store(keyOf(row), list);
      },
      () => beingMade.delete(key),
    );
    return made;
  }

  /** Makes the missing lists one after the other in one turn, unless other calls made them meanwhile. */
  async function findOrMake(caller: ListReader, rows: readonly ListedRow[]): Promise<CachedList[]> {
    const lists = rows.map(find);
    const unknown = rows.filter((_, index) => lists[index] === undefined).map(({ parcours_id }) => parcours_id);
    const unread = unknown.length === 0 ? { places: 0, shapeBytes: 0 } : await measureForAll(reader, unknown);
    expectListable(
      lists.reduce((sum, list) => sum + (list?.shapeBytes ?? 0), unread.shapeBytes),
      bounds,
    );
    if (unknown.length === 0) return lists.filter((list) => list !== undefined);
    const makeMissing = async (): Promise<CachedList[]> => {
      const all: CachedList[] = [];
      for (const [index, row] of rows.entries()) all.push(lists[index] ?? find(row) ?? (await make(row)));
      return all;
    };
    return takeTurn(ownerOf(caller), makeMissing, listWeight(unread));
  }

  async function rowsFor(caller: ListReader, parcoursIds: readonly ParcoursId[]): Promise<readonly ListedRow[]> {
    if (!isOpenReader(caller)) return findListed(reader, parcoursIds, caller.id);
    const { parcoursId: parcours_id } = caller;
    const version = parcoursIds.includes(parcours_id) ? await findOpenListVersion(reader, parcours_id) : undefined;
    return version === undefined ? [] : [{ parcours_id, version, privilege: null }];
  }

  return {
    compressing,
    show: async (caller, parcoursIds) => {
      const rows = await rowsFor(caller, parcoursIds);
      return showLists(rows, await findOrMake(caller, rows), caller);
    },
    showPublic: async (caller, parcoursId) => {
      const [list] = await findOrMake(caller, await rowsFor(caller, [parcoursId]));
      return list?.approved;
    },
    grow: (parcours_id, places, bytes) => {
      for (const privilege of ['guest', null] as const) {
        const key = keyOf({ parcours_id, privilege });
        const list = cached.get(key);
        const hasPlaces = list?.approved.text === places || list?.waiting.some(({ text }) => text === places);
        if (list === undefined || !hasPlaces) continue;
        cached.set(key, { ...list, bytes: list.bytes + bytes });
        total += bytes;
      }
      evict();
    },
  };
}

/** Members share a list, and so do people without an account. */
function keyOf({ parcours_id, privilege }: Pick<ListedRow, 'parcours_id' | 'privilege'>): string {
  return privilege === null ? `${parcours_id} open` : String(parcours_id);
}

function showLists(rows: readonly ListedRow[], lists: readonly CachedList[], caller: ListReader): ShownPlaces {
  const texts: CachedPlaces[] = [];
  const versions: string[] = [];
  for (const [index, { approved, waiting, version }] of lists.entries()) {
    const privilege = rows[index]?.privilege;
    const isApprover = privilege === 'editor' || privilege === 'admin';
    const shown = waiting
      .filter(({ author }) => isApprover || (!isOpenReader(caller) && author === caller.id))
      .map(({ text }) => text);
    texts.push(approved.text, ...shown);
    versions.push(version, shown.map(({ ids }) => ids[0]).join());
  }
  return { texts: texts.filter(({ ids }) => ids.length > 0), version: versions.join(' ') };
}

async function readList(reader: Reader, compressing: Lock, row: ListedRow): Promise<CachedList> {
  const { parcours_id: id, version, privilege } = row;
  const [listed, steps] = await Promise.all([listForAll(reader, id), numberShown(reader, [id])]);
  const rows = privilege === null ? await openRows(reader, id, listed) : listed;
  const serialize = async (rows: readonly PlaceWithMediaRow[]): Promise<CachedPlaces> =>
    cacheText(await serializePlaces(rows, steps), compressing);
  const approved = rows.filter(({ approval }) => approval === null);
  const text = await serialize(approved);
  const stories = approved.filter(({ media_sha256 }) => media_sha256 !== null).map(mediaOf);
  const waiting: { author: UserId | null; text: CachedPlaces }[] = [];
  for (const row of rows) {
    if (row.approval !== null) waiting.push({ author: row.author_id, text: await serialize([row]) });
  }
  const texts = [text, ...waiting.map(({ text }) => text)];
  const sum = (of: (text: CachedPlaces) => number): number => texts.reduce((total, text) => total + of(text), 0);
  return {
    version,
    approved: { text, stories },
    waiting,
    shapeBytes: sum(({ shapeBytes }) => shapeBytes),
    // Twice, for the compressed copies, which are smaller.
    bytes:
      2 * sum(({ bytes, ids, starts, holes }) => bytes.length + ids.byteLength + starts.byteLength + holes.byteLength) +
      STORY_BYTES * stories.length,
  };
}

/** Returns those of the rows that people without an account see, without their authors. */
async function openRows(
  reader: Reader,
  id: ParcoursId,
  rows: readonly PlaceWithMediaRow[],
): Promise<PlaceWithMediaRow[]> {
  const open = new Set(await listOpenPlaceIds(reader, id));
  return rows.filter((row) => open.has(row.id)).map(withoutAuthor);
}

/** Omits the shape, which would be retained with the rest of the row. */
function mediaOf(row: PlaceWithMediaRow): PlaceMediaRow {
  const { media_sha256, extension, size_bytes, peaks_sha256, rendition_sha256, rendition_bytes } = row;
  return { media_sha256, extension, size_bytes, peaks_sha256, rendition_sha256, rendition_bytes };
}
