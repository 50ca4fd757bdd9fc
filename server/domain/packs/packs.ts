import { createHash } from 'node:crypto';
import type { Geometry } from '../../../contracts/geo.ts';
import { linkPath } from '../../../contracts/link.ts';
import type { PackFile } from '../../../contracts/pack.ts';
import { boxAround, boxOfShape, type LngLatBox } from '../../../contracts/rings.ts';
import type { ParcoursAbout } from '../../../contracts/telling.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { AppError } from '../app-error.ts';
import type { ParcoursReader } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { nextTurn, SLICE_CHARS } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import { sha256Of } from '../keys.ts';
import type { MediaLinks } from '../media/media-links.ts';
import type { ParcoursRules } from '../parcours/parcours.ts';
import {
  type CachedText,
  cacheText,
  createLinkedText,
  fillParts,
  openLink,
  sendApart,
} from '../places/lists/linked-text.ts';
import type { CachedPlaces, ListCache, PublicPlaces, SharedText } from '../places/lists/place-lists.ts';
import { placesOf } from '../places/lists/places-text.ts';
import type { ParcoursWordsTexts } from '../tellings/parcours-words.ts';
import type { PackFiles } from './pack-files.ts';

interface PacksParts {
  readonly parcours: ParcoursRules;
  readonly lists: ListCache;
  readonly words: Pick<ParcoursWordsTexts, 'readTexts' | 'readFiles'>;
  /** Reads what visitors should know of a parcours. */
  readonly readAbout: (id: ParcoursId) => Promise<ParcoursAbout>;
  /** The queue of lists, because parts of packs weigh the same. */
  readonly takeTurn: FairQueue;
  readonly links: MediaLinks;
  readonly files: PackFiles;
  readonly extracts: MapExtracts;
  /** Called with the error of a map that could not be made. */
  readonly onMapFailure: (error: unknown, parcoursId: ParcoursId) => void;
  readonly clock: Clock;
}

/** Time after which a pack that lacks lost files is made again: somebody may have put them back. */
const LOST_FOR_MS = 60_000;

/** Bytes of memory for a file of a telling or a picture. */
const FILE_BYTES = 512;
/** The first language of parcours whose editors chose none. */
const DEFAULT_LANGUAGE = 'fr';

/** The part of a pack that all members get, or all without an account, besides the places themselves. */
interface PackBody {
  readonly files: CachedText;
  /** What the places say: elements of an array. */
  readonly words: CachedText;
  /** The bounding box of all places; null if there are none. */
  readonly box: LngLatBox | null;
  /** SHA-256 of the places and their files, without signatures. */
  readonly hash: string;
  readonly untilMs: number;
}

/** Creates the packs of the parcours whose lists are cached. */
export function createPacks(given: PacksParts) {
  const { parcours, lists, words, readAbout, takeTurn, links, files, extracts, onMapFailure, clock } = given;
  /** Each is dropped with the list from which it was made. */
  const bodies = new WeakMap<CachedPlaces, PackBody>();
  const beingMade = new WeakMap<CachedPlaces, Promise<PackBody>>();

  function findBody({ text }: PublicPlaces): PackBody | undefined {
    const known = bodies.get(text);
    return known !== undefined && known.untilMs > clock() ? known : undefined;
  }

  async function makeBody(id: ParcoursId, places: PublicPlaces, said: CachedText): Promise<PackBody> {
    const { sounds, pictures } = await words.readFiles(id, places.text);
    const found = await files.ofStories([...places.stories, ...sounds], openLink);
    const shown = await files.ofPictures(pictures, openLink);
    const text = createLinkedText();
    for (const [index, file] of [...found.files, ...shown.files].entries()) {
      text.add((index === 0 ? '' : ',') + JSON.stringify(file));
    }
    const serialized = text.end();
    lists.grow(id, places.text, FILE_BYTES * (2 * sounds.length + pictures.length));
    // Without words the hash is as it was before there were any.
    const hashed = [places.text.bytes, serialized.bytes, ...(said.bytes.length > 0 ? [said.bytes] : [])];
    const body = {
      files: cacheText(serialized, lists.compressing),
      words: said,
      box: await boxOf(places.text),
      hash: await hashOf(hashed),
      untilMs: found.isWhole && shown.isWhole ? Number.POSITIVE_INFINITY : clock() + LOST_FOR_MS,
    };
    bodies.set(places.text, body);
    return body;
  }

  /** Joins a request that made it before this one's turn, or is making it; else makes it. */
  async function joinOrMake(id: ParcoursId, places: PublicPlaces, said: CachedText): Promise<PackBody> {
    const made = findBody(places) ?? beingMade.get(places.text);
    if (made !== undefined) return made;
    const making = makeBody(id, places, said).finally(() => beingMade.delete(places.text));
    beingMade.set(places.text, making);
    return making;
  }

  async function bodyOf(caller: ParcoursReader, id: ParcoursId, places: PublicPlaces): Promise<PackBody> {
    const body = findBody(places);
    if (body !== undefined) return body;
    // Before the turn: it may take one of its own.
    const [said] = await words.readTexts(caller, id, [places.text]);
    if (said === undefined) throw new Error('Expected the words of one list, got none');
    return takeTurn(ownerOf(caller), () => joinOrMake(id, places, said), places.text.bytes.length);
  }

  async function mapOf(caller: ParcoursReader, id: ParcoursId, box: LngLatBox | null): Promise<PackFile[]> {
    if (box === null) return [];
    try {
      const extract = await extracts.around(box, ownerOf(caller));
      if (extract === null) return [];
      const { sha256, bytes, link } = extract;
      return [{ sha256, bytes, kind: 'map', link }];
    } catch (error) {
      if (error instanceof AppError) throw error;
      onMapFailure(error, id);
      // Devices would delete their map if this version came without one.
      throw new AppError('internal', 'The map of this pack could not be made', { cause: error });
    }
  }

  return {
    /**
     * Returns the serialized pack of a parcours, made once for each version of its places and cached with their list.
     *
     * @param links whether links are whole, or lack their query, which is sent once: then the pack can be compressed.
     * @throws AppError `not_found`; `forbidden` for non-members; `internal` if its map can't be made, `disk_full`;
     * `busy`.
     */
    share: async (caller: ParcoursReader, id: ParcoursId, form: 'whole' | 'apart'): Promise<SharedText> => {
      const map = await parcours.read(caller, id);
      const places = await lists.showPublic(caller, id);
      if (places === undefined) throw new AppError('forbidden', `You are not a member of parcours ${id}`);
      const about = await readAbout(id);
      const body = await bodyOf(caller, id, places);
      const saysMore = body.words.bytes.length > 0 || !isDefault(about);
      // First the files that the whole walk needs; large files last.
      const first = [...(await mapOf(caller, id, body.box)), ...(await files.ofImage(map.image_url))];
      const { privilege: _, ...texts } = map;
      const content = [
        texts,
        first.map((file) => ({ ...file, link: linkPath(file.link) })),
        body.hash,
        ...(saysMore ? [about] : []),
      ];
      const version = sha256Of(JSON.stringify(content));
      const query = links.queryFor(caller);
      const own = { version, map, ...(form === 'apart' ? { linkQuery: query } : {}) };
      const said = saysMore
        ? [
            Buffer.from(`],"words":{"id":${id},"about":${JSON.stringify(about)},"places":[`),
            body.words,
            Buffer.from(']}'),
          ]
        : [Buffer.from(']')];
      const parts = [
        Buffer.from('{"places":['),
        places.text,
        ...said,
        Buffer.from(`,"files":[${first.map((file) => JSON.stringify(file)).join()}${comma(first, body.files)}`),
        body.files,
        Buffer.from(`],${JSON.stringify(own).slice(1)}`),
      ];
      if (form === 'apart') return { version, ...sendApart(parts) };
      return { version, plain: () => fillParts(parts, Buffer.from(query)), gzip: null };
    },
  };
}

/** Packs of such parcours have no words, as before there were any. */
function isDefault({ language, facts, translations }: ParcoursAbout): boolean {
  return language === DEFAULT_LANGUAGE && Object.keys(facts).length === 0 && translations.length === 0;
}

function comma(first: readonly PackFile[], rest: CachedText): string {
  return first.length > 0 && rest.bytes.length > 0 ? ',' : '';
}

/** Returns the bounding box of the shapes, reading in slices, so that other calls don't wait for all of them. */
async function boxOf(text: CachedPlaces): Promise<LngLatBox | null> {
  const boxes: LngLatBox[] = [];
  let chars = 0;
  for (const place of placesOf(text)) {
    const box = boxOfShape((JSON.parse(place) as { readonly feature: Geometry }).feature);
    if (box !== null) boxes.push(box);
    chars += place.length;
    if (chars < SLICE_CHARS) continue;
    chars = 0;
    await nextTurn();
  }
  return boxAround(boxes);
}

/** Returns the SHA-256 in hexadecimal, also in slices. */
async function hashOf(pieces: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += SLICE_CHARS) {
      hash.update(piece.subarray(from, from + SLICE_CHARS));
      await nextTurn();
    }
    hash.update('\n');
  }
  return hash.digest('hex');
}

/** A stored PMTiles archive of the surroundings of places. */
interface MapExtract {
  readonly sha256: string;
  readonly bytes: number;
  /** Path on the API's origin from which it can be downloaded. */
  readonly link: string;
}

/** Cuts the surroundings of places out of the deployment's map. */
export interface MapExtracts {
  /** Returns the extract around this box, in turn for `owner`; null if the deployment has no map of its own there. */
  around(box: LngLatBox, owner: string): Promise<MapExtract | null>;
}

/** For a deployment without a map of its own. */
export const NO_MAP_EXTRACTS: MapExtracts = { around: async () => null };
