import { MAP_TILES_ZOOM_MAX } from '../../../contracts/limits.ts';
import { wrapLng } from '../../../contracts/rings.ts';
import type { ExtractFiles, ExtractName, StoredExtract } from '../../store/tiles/extract-files.ts';
import type { MapArchive } from '../../store/tiles/map-archive.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import { COSTLY_WORK } from '../costly-work.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { createFairQueue } from '../fair-queue.ts';
import { createLock } from '../lock.ts';
import type { MapExtracts } from '../packs/map-extract.ts';
import { boundsOf, boxAround, boxAtZoom, columnsOf, countTiles, type TileBox } from './tile-box.ts';
import { type ArchiveTile, writeArchive } from './write-archive.ts';

/** How far around the places somebody may stray, in metres. */
const MARGIN_M = 300;
/** A phone stores and downloads it beside some ten MB of audio. Above it, the closest zooms are left out. */
const EXTRACT_BYTES_MAX = 20 * 2 ** 20;
/** Some hundred of the largest extracts: anybody with an account can have them made, and the disk is for recordings. */
const FOLDER_BYTES_MAX = 2 * 2 ** 30;
/** At 5 kB, which is little for a tile, more would not fit. Counting first saves reading a country's millions. */
const TILES_MAX = 4096;
/** What nobody asked for in so many days is deleted. */
const UNUSED_DAYS = 30;

/** Extracts that are made once and kept. */
export interface KeptMapExtracts extends MapExtracts {
  /** The stored extract with this hash; undefined if there is none. */
  find(sha256: string): StoredExtract | undefined;
  /**
   * The extract that another server made under this key, which is made here, too; undefined if it would have another hash, as
   * where that server has another map.
   */
  remake(sha256: string, key: string, owner: string): Promise<StoredExtract | undefined>;
  /** Deletes the extracts that nobody has asked for in a month; they are made again when somebody does. */
  deleteUnused(): Promise<void>;
}

/** Limits of {@link createMapExtracts}, in bytes. */
export interface ExtractLimits {
  /** Of an extract's tiles. The deepest zooms are left out until the rest fits. */
  readonly extractBytesMax: number;
  /** Of all extracts together. Those used longest ago are deleted for a new one. */
  readonly folderBytesMax: number;
}

const LIMITS: ExtractLimits = { extractBytesMax: EXTRACT_BYTES_MAX, folderBytesMax: FOLDER_BYTES_MAX };

/**
 * Creates the extracts of an archive. They are made one after the other, and each once, however many ask for it.
 *
 * @param linkOf the public path and query of an extract.
 */
export function createMapExtracts(
  archive: MapArchive,
  files: ExtractFiles,
  linkOf: (extract: ExtractName) => string,
  disk: DiskReserve,
  clock: Clock,
  { extractBytesMax, folderBytesMax } = LIMITS,
): KeptMapExtracts {
  const byKey = new Map(files.stored.map((extract) => [extract.key, extract]));
  const takeTurn = createFairQueue(COSTLY_WORK.extracts);
  /** What makes extracts, and what deletes them, one after the other. */
  const inOrder = createLock();

  async function findKnown(key: string): Promise<StoredExtract | null> {
    const known = byKey.get(key);
    if (known === undefined) return null;
    const used = { ...known, usedAtMs: clock() };
    // Before waiting, so that nobody deletes it as unused meanwhile.
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
    await files.keep(made, bytes);
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
    // All before waiting, so that nobody is given one that goes next.
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

/** Names what an extract is made of: the archive and the box. */
function keyOf(archive: MapArchive, { zoom, left, top, right, bottom }: TileBox): string {
  return [archive.tag.slice(0, 16), zoom, left, top, right, bottom].join('-');
}

/** The tiles of a box, from the world down to the deepest zoom with which they fit. */
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

/** SHA-256 in hexadecimal, taken beside this thread. */
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
