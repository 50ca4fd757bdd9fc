import { MAP_TILES_ZOOM_MAX } from '../../../contracts/limits.ts';
import { wrapLng } from '../../../contracts/rings.ts';
import type { ExtractFiles, ExtractName, MapArchive, StoredExtract } from '../../store/tiles.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import { COSTLY_WORK } from '../costly-work.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { createFairQueue } from '../fair-queue.ts';
import { createLock } from '../locks.ts';
import type { MapExtracts } from '../packs/packs.ts';
import { boundsOf, boxAround, boxAtZoom, columnsOf, countTiles, type TileBox } from './tile-box.ts';
import { type ArchiveTile, writeArchive } from './write-archive.ts';

/** How far people may stray from the places, in metres. */
const MARGIN_M = 300;
/** Maximum bytes of an extract; a phone stores about ten MB of audio beside it. Beyond it, close zooms are left out. */
const EXTRACT_BYTES_MAX = 20 * 2 ** 20;
/** About a hundred of the largest extracts: anybody with an account can request them, and recordings need the disk. */
const FOLDER_BYTES_MAX = 2 * 2 ** 30;
/** With 5 kB each, which is little, more tiles would not fit. Counting first saves reading a country's millions. */
const TILES_MAX = 4096;
/** Days without a request after which an extract is deleted. */
const UNUSED_DAYS = 30;

/** Extracts that are made once and stored. */
export interface StoredMapExtracts extends MapExtracts {
  /** Returns the stored extract with this hash; undefined if there is none. */
  find(sha256: string): StoredExtract | undefined;
  /**
   * Makes the extract here that another server made under this key; undefined if it would have another hash, because
   * that server has another map.
   */
  remake(sha256: string, key: string, owner: string): Promise<StoredExtract | undefined>;
  /** Deletes extracts that were not requested for a month; the next request makes them again. */
  deleteUnused(): Promise<void>;
}

/** Limits of {@link createMapExtracts}, in bytes. */
export interface ExtractLimits {
  /** Limit of an extract's tiles. The deepest zooms are left out until the rest fits. */
  readonly extractBytesMax: number;
  /** Limit of all extracts together. The least recently used ones are deleted for a new one. */
  readonly folderBytesMax: number;
}

const LIMITS: ExtractLimits = { extractBytesMax: EXTRACT_BYTES_MAX, folderBytesMax: FOLDER_BYTES_MAX };

/**
 * Creates the extracts of an archive. They are made one after the other, and each once, however many requests it has.
 * @param linkOf returns the public path and query of an extract.
 */
export function createMapExtracts(
  archive: MapArchive,
  files: ExtractFiles,
  linkOf: (extract: ExtractName) => string,
  disk: DiskReserve,
  clock: Clock,
  { extractBytesMax, folderBytesMax } = LIMITS,
): StoredMapExtracts {
  const byKey = new Map(files.stored.map((extract) => [extract.key, extract]));
  const takeTurn = createFairQueue(COSTLY_WORK.extracts);
  /** Runs all work that makes or deletes extracts, one after the other. */
  const inOrder = createLock();

  async function findKnown(key: string): Promise<StoredExtract | null> {
    const known = byKey.get(key);
    if (known === undefined) return null;
    const used = { ...known, usedAtMs: clock() };
    // Before the wait, so that no other call deletes it as unused meanwhile.
    byKey.set(key, used);
    return (await files.touch(used, used.usedAtMs)) ? used : null;
  }

  async function make(box: TileBox, key: string): Promise<StoredExtract | null> {
    const tiles = await readTiles(archive, box, extractBytesMax);
    if (tiles.length === 0) return null;
    const bytes = writeExtract(archive, box, tiles);
    const made = { key, sha256: await hashOf(bytes), bytes: bytes.length, usedAtMs: clock() };
    await disk.expectRoom(made.bytes);
    await makeRoom(made);
    await files.store(made, bytes);
    await files.touch(made, made.usedAtMs);
    byKey.set(key, made);
    return made;
  }

  async function findOrMake(box: TileBox, key: string, owner: string): Promise<StoredExtract | null> {
    const makeInOrder = () => inOrder(async () => (await findKnown(key)) ?? make(box, key));
    return (await findKnown(key)) ?? takeTurn(owner, makeInOrder);
  }

  async function makeRoom({ key, bytes }: StoredExtract): Promise<void> {
    const others = [...byKey.values()].filter((extract) => extract.key !== key);
    let total = others.reduce((sum, extract) => sum + extract.bytes, bytes);
    const leaving: StoredExtract[] = [];
    for (const extract of others.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
      if (total <= folderBytesMax) break;
      leaving.push(extract);
      total -= extract.bytes;
    }
    await remove(leaving);
  }

  async function remove(extracts: readonly StoredExtract[]): Promise<void> {
    // All before the first wait, so that no call returns one that is about to be deleted.
    for (const { key } of extracts) byKey.delete(key);
    for (const extract of extracts) await files.remove(extract);
  }

  return {
    around: async (places, owner) => {
      const box = boxAround(places, MARGIN_M, Math.min(MAP_TILES_ZOOM_MAX, archive.header.maxZoom));
      const extract = await findOrMake(box, keyOf(archive, box), owner);
      return extract === null ? null : { sha256: extract.sha256, bytes: extract.bytes, link: linkOf(extract) };
    },
    remake: async (sha256, key, owner) => {
      const [zoom = 0, left = 0, top = 0, right = 0, bottom = 0] = key.split('-').slice(1).map(Number);
      const box = { zoom, left, top, right, bottom };
      const extract = key === keyOf(archive, box) ? await findOrMake(box, key, owner) : null;
      return extract?.sha256 === sha256 ? extract : undefined;
    },
    find: (sha256) => [...byKey.values()].find((extract) => extract.sha256 === sha256),
    deleteUnused: () =>
      inOrder(() => {
        const oldestMs = clock() - UNUSED_DAYS * DAY_MS;
        return remove([...byKey.values()].filter(({ usedAtMs }) => usedAtMs < oldestMs));
      }),
  };
}

/** Returns a key of an extract's content: the archive and the box. */
function keyOf(archive: MapArchive, { zoom, left, top, right, bottom }: TileBox): string {
  return [archive.tag.slice(0, 16), zoom, left, top, right, bottom].join('-');
}

/** Reads the tiles of a box, from the world down to the deepest zoom with which they fit. */
async function readTiles(archive: MapArchive, box: TileBox, bytesMax: number): Promise<ArchiveTile[]> {
  const tiles: ArchiveTile[] = [];
  let bytes = 0;
  for (let zoom = archive.header.minZoom; zoom <= box.zoom; zoom++) {
    const covering = boxAtZoom(box, zoom);
    if (countTiles(covering) > TILES_MAX) return tiles;
    const atZoom: ArchiveTile[] = [];
    for (const x of columnsOf(covering)) {
      for (let y = covering.top; y <= covering.bottom; y++) {
        const content = await archive.readTile(zoom, x, y);
        if (content === null) continue;
        atZoom.push({ zoom, x, y, bytes: content });
        bytes += content.length;
        if (bytes > bytesMax) return tiles;
      }
    }
    tiles.push(...atZoom);
  }
  return tiles;
}

/** Returns the SHA-256 in hexadecimal, computed outside this thread. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function writeExtract(
  { header, metadata }: MapArchive,
  box: TileBox,
  tiles: readonly ArchiveTile[],
): Uint8Array<ArrayBuffer> {
  const [west, minLat, east, maxLat] = boundsOf(box);
  // The format's bounds can't cross the antimeridian.
  const [minLon, maxLon] = east > 180 ? [-180, 180] : [west, east];
  const { tileCompression, tileType } = header;
  const centre = { centerLon: wrapLng((west + east) / 2), centerLat: (minLat + maxLat) / 2, centerZoom: box.zoom };
  return writeArchive(tiles, { minLon, minLat, maxLon, maxLat, ...centre, tileCompression, tileType }, metadata);
}
