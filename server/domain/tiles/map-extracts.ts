import { MAP_TILES_ZOOM_MAX } from '../../../contracts/limits.ts';
import type { ExtractFiles, StoredExtract } from '../../store/tiles/extract-files.ts';
import type { MapArchive } from '../../store/tiles/map-archive.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import { createLock } from '../lock.ts';
import type { MapExtracts } from '../packs/map-extract.ts';
import { boundsOf, boxAround, boxAtZoom, countTiles, type TileBox } from './tile-box.ts';
import { type ArchiveTile, writeArchive } from './write-archive.ts';

/** How far around the places somebody may stray, in metres. */
const MARGIN_M = 300;
/** A phone stores and downloads it beside some ten MB of audio. Whoever walks further than it holds sees less detail. */
export const EXTRACT_BYTES_MAX = 20 * 2 ** 20;
/** At 5 kB, which is little for a tile, more would not fit. Counting first saves reading a country's millions. */
const TILES_MAX = 4096;
/** What nobody asked for in so many days is deleted. */
const UNUSED_DAYS = 30;

/** Extracts that are made once and kept. */
export interface KeptMapExtracts extends MapExtracts {
  /** The stored extract with this hash; undefined if there is none. */
  find(sha256: string): StoredExtract | undefined;
  /** Deletes the extracts that nobody has asked for in a month; they are made again when somebody does. */
  deleteUnused(): Promise<void>;
}

/**
 * Creates the extracts of an archive. They are made one after the other, and each once, however many ask for it.
 *
 * @param linkOf the public path of the extract with this hash.
 * @param bytesMax limit of an extract's tiles. The deepest zooms are left out until the rest fits.
 */
export function createMapExtracts(
  archive: MapArchive,
  files: ExtractFiles,
  linkOf: (sha256: string) => string,
  clock: Clock,
  bytesMax = EXTRACT_BYTES_MAX,
): KeptMapExtracts {
  const byKey = new Map(files.stored.map((extract) => [extract.key, extract]));
  const byHash = new Map(files.stored.map((extract) => [extract.sha256, extract]));
  const takeTurn = createLock();

  async function take(box: TileBox, key: string): Promise<StoredExtract | null> {
    const known = byKey.get(key);
    const usedAtMs = known === undefined ? null : await files.usedAtMs(known);
    if (known !== undefined && usedAtMs !== null) {
      if (clock() - usedAtMs > DAY_MS) await files.touch(known, clock());
      return known;
    }
    const tiles = await readTiles(archive, box, bytesMax);
    if (tiles.length === 0) return null;
    const bytes = writeExtract(archive, box, tiles);
    const made = { key, sha256: await hashOf(bytes), bytes: bytes.length };
    await files.keep(made, bytes);
    await files.touch(made, clock());
    byKey.set(key, made);
    byHash.set(made.sha256, made);
    return made;
  }

  return {
    forShapes: async (shapes) => {
      if (shapes.length === 0) return null;
      const box = boxAround(shapes, MARGIN_M, Math.min(MAP_TILES_ZOOM_MAX, archive.header.maxZoom));
      const key = [archive.tag.slice(0, 16), box.zoom, box.left, box.top, box.right, box.bottom].join('-');
      const extract = await takeTurn(() => take(box, key));
      return extract === null ? null : { sha256: extract.sha256, bytes: extract.bytes, link: linkOf(extract.sha256) };
    },
    find: (sha256) => byHash.get(sha256),
    deleteUnused: () =>
      takeTurn(async () => {
        for (const extract of [...byKey.values()]) {
          const usedAtMs = await files.usedAtMs(extract);
          if (usedAtMs !== null && clock() - usedAtMs <= UNUSED_DAYS * DAY_MS) continue;
          await files.remove(extract);
          byKey.delete(extract.key);
          byHash.delete(extract.sha256);
        }
      }),
  };
}

/** The tiles of a box, from the world down to the deepest zoom with which they fit. */
async function readTiles(archive: MapArchive, box: TileBox, bytesMax: number): Promise<ArchiveTile[]> {
  const tiles: ArchiveTile[] = [];
  let bytes = 0;
  for (let zoom = archive.header.minZoom; zoom <= box.zoom; zoom++) {
    const covering = boxAtZoom(box, zoom);
    if (countTiles(covering) > TILES_MAX) return tiles;
    const atZoom: ArchiveTile[] = [];
    for (let x = covering.left; x <= covering.right; x++) {
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
  const [minLon, minLat, maxLon, maxLat] = boundsOf(box);
  const { tileCompression, tileType } = header;
  const centre = { centerLon: (minLon + maxLon) / 2, centerLat: (minLat + maxLat) / 2, centerZoom: box.zoom };
  return writeArchive(tiles, { minLon, minLat, maxLon, maxLat, ...centre, tileCompression, tileType }, metadata);
}
