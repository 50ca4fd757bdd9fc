import { createHash } from 'node:crypto';
import { packedFile } from '../../../contracts/picture-files.ts';
import type { PlaceWords } from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { listPictures, type PictureFileRow } from '../../store/pictures.ts';
import type { PlaceMediaRow } from '../../store/places.ts';
import { listTellingMedia, type PlacesRange, sumWordBytes } from '../../store/tellings.ts';
import type { ParcoursReader } from '../caller.ts';
import { nextTurn, SLICE_CHARS } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import type { MediaLinks } from '../media/media-links.ts';
import { existingParcours, privilegeOfMember } from '../parcours/parcours.ts';
import { type CachedText, cacheText, createLinkedText, openLink, sendApart } from '../places/lists/linked-text.ts';
import type { CachedPlaces, ListCache, SharedText } from '../places/lists/place-lists.ts';
import { readAbout } from './about.ts';
import { readWordsOf } from './place-words.ts';

interface ParcoursWordsParts {
  readonly database: Database;
  readonly lists: ListCache;
  /** The queue of lists. */
  readonly takeTurn: FairQueue;
  readonly links: Pick<MediaLinks, 'queryFor'>;
}

/** What all places of a parcours say, for those who may read it. */
export type ParcoursWordsTexts = ReturnType<typeof createParcoursWords>;

/** Serializes the words of the parcours whose lists are cached, once for each version of a list. */
export function createParcoursWords({ database, lists, takeTurn, links }: ParcoursWordsParts) {
  const { reader } = database;
  /** Each is dropped with the list whose places it is about. */
  const texts = new WeakMap<CachedPlaces, CachedText>();
  const beingMade = new WeakMap<CachedPlaces, Promise<CachedText>>();

  async function make(
    parcoursId: ParcoursId,
    places: CachedPlaces,
    reading: Promise<ReadonlyMap<PlaceId, PlaceWords>>,
  ): Promise<CachedText> {
    const text = createLinkedText();
    const words = await reading;
    let sliceChars = 0;
    for (const id of places.ids as Iterable<PlaceId>) {
      const place = words.get(id);
      if (place === undefined) continue;
      const json = JSON.stringify(place);
      text.add((text.length() > 0 ? ',' : '') + json);
      sliceChars += json.length;
      if (sliceChars < SLICE_CHARS) continue;
      sliceChars = 0;
      await nextTurn();
    }
    const made = cacheText(text.end(), lists.compressing);
    texts.set(places, made);
    // Twice, for the compressed copy.
    lists.grow(parcoursId, places, 2 * made.bytes.length);
    return made;
  }

  /** Joins the requests that are making some of these texts, and makes the others of words that are read once. */
  async function joinOrMake(parcoursId: ParcoursId, lists: readonly CachedPlaces[]): Promise<CachedText[]> {
    const missing = lists.filter((places) => !texts.has(places) && !beingMade.has(places));
    if (missing.length > 0) {
      const reading = readAll(parcoursId, missing);
      for (const places of missing) {
        beingMade.set(
          places,
          make(parcoursId, places, reading).finally(() => beingMade.delete(places)),
        );
      }
    }
    const made = await Promise.all(lists.map((places) => texts.get(places) ?? beingMade.get(places)));
    return made.filter((text) => text !== undefined);
  }

  async function readAll(
    parcoursId: ParcoursId,
    lists: readonly CachedPlaces[],
  ): Promise<ReadonlyMap<PlaceId, PlaceWords>> {
    const range = rangeOf(parcoursId, lists);
    return range === null ? new Map() : readWordsOf(reader, range, { sign: openLink, seesDrafts: false });
  }

  /**
   * Returns what the places of cached lists of a parcours say, for each list: elements of an array in JSON.
   * @throws AppError `busy`.
   */
  async function readTexts(
    caller: ParcoursReader,
    parcoursId: ParcoursId,
    lists: readonly CachedPlaces[],
  ): Promise<CachedText[]> {
    const make = () => joinOrMake(parcoursId, lists);
    if (lists.every((places) => texts.has(places))) return make();
    const weight = await sumWordBytes(reader, { parcours_id: parcoursId, deleted_at: null });
    return takeTurn(ownerOf(caller), make, weight);
  }

  return {
    readTexts,

    /** Returns what a walk without a network needs of these places' tellings: their own sounds, and a file of each picture. */
    readFiles: async (
      parcoursId: ParcoursId,
      places: CachedPlaces,
    ): Promise<{ readonly sounds: readonly PlaceMediaRow[]; readonly pictures: readonly PictureFileRow[] }> => {
      const range = rangeOf(parcoursId, [places]);
      if (range === null) return { sounds: [], pictures: [] };
      const shown = new Set<number>(places.ids);
      const sounds = (await listTellingMedia(reader, range)).filter(({ place_id }) => shown.has(place_id));
      const pictures = (await listPictures(reader, range)).filter(({ place_id }) => shown.has(place_id));
      return { sounds, pictures: pictures.flatMap(({ files }) => packedFile(files) ?? []) };
    },

    /**
     * Returns the response of `readWords`: without drafts of transcripts, which also those who may change them read
     * place by place. @throws AppError `not_found`; `forbidden` for non-members; `busy`.
     */
    share: async (caller: ParcoursReader, id: ParcoursId): Promise<SharedText> => {
      await privilegeOfMember(reader, id, caller);
      const { texts: places, version: listed } = await lists.show(caller, [id]);
      // Read after the version, so never older.
      const about = await readAbout(reader, await existingParcours(reader, id));
      const linkQuery = links.queryFor(caller);
      const version = createHash('sha256').update(`${listed}\n${linkQuery}`).digest('base64url');
      const parts: (Buffer | CachedText)[] = [];
      for (const words of await readTexts(caller, id, places)) {
        if (words.bytes.length > 0) parts.push(Buffer.from(parts.length > 0 ? ',' : ''), words);
      }
      const head = Buffer.from(`{"words":{"id":${id},"about":${JSON.stringify(about)},"places":[`);
      const tail = Buffer.from(`]},${JSON.stringify({ linkQuery, version }).slice(1)}`);
      return { version, ...sendApart([head, ...parts, tail]) };
    },
  };
}

/** Returns the range of the places of these lists, whose ids ascend; null without places. */
function rangeOf(parcoursId: ParcoursId, lists: readonly CachedPlaces[]): PlacesRange | null {
  let range: PlacesRange | null = null;
  for (const { ids } of lists) {
    const [first, last] = [ids[0], ids.at(-1)] as readonly (PlaceId | undefined)[];
    if (first === undefined || last === undefined) continue;
    range = {
      parcoursId,
      first: range === null || first < range.first ? first : range.first,
      last: range === null || last > range.last ? last : range.last,
    };
  }
  return range;
}
