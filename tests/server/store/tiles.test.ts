import { copyFile, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Compression, TileType } from 'pmtiles';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeArchive } from '../../../server/domain/tiles/write-archive.ts';
import { MapArchiveError, openMapArchive } from '../../../server/store/tiles.ts';
import { DEMO_MAP, openArchive, openDemoMap } from '../../support/samples/demo-map.ts';
import { startServer } from '../../support/server/server.ts';
import { makeFolder } from '../../support/test-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeFolder();
});

/** The demo's archive with one byte of its header changed. */
async function archiveWith(at: number, value: number): Promise<string> {
  const bytes = await readFile(DEMO_MAP);
  bytes[at] = value;
  const path = join(folder, 'changed.pmtiles');
  await writeFile(path, bytes);
  return path;
}

/** An archive with too many tiles for its root directory alone, so that it has leaf directories. */
function archiveWithLeaves(): Uint8Array {
  const indexes = Array.from({ length: 2 ** 7 }, (_, index) => index);
  const tiles = indexes.flatMap((x) => indexes.map((y) => ({ zoom: 7, x, y, bytes: Buffer.from(`${x},${y}`) })));
  const box = { minLon: -180, minLat: -85, maxLon: 180, maxLat: 85, centerLon: 0, centerLat: 0, centerZoom: 7 };
  return writeArchive(tiles, { ...box, tileCompression: Compression.None, tileType: TileType.Mvt }, {});
}

async function tagOf(path: string): Promise<string> {
  const archive = await openMapArchive(path);
  await archive.close();
  return archive.tag;
}

describe('a map archive', () => {
  test('returns its tiles as they are stored, and its metadata', async () => {
    const archive = await openMapArchive(DEMO_MAP);
    const tile = Buffer.from((await archive.readTile(14, 8298, 5636)) ?? []);
    expect(tile.subarray(0, 2).toString('hex')).toBe('1f8b');
    expect(await archive.readTile(14, 0, 0)).toBeNull();
    expect(archive.metadata).toEqual(await openDemoMap().getMetadata());
    await archive.close();
  });

  test('has the same tag as a copy, and another tag than a different archive', async () => {
    const copy = join(folder, 'copy.pmtiles');
    await copyFile(DEMO_MAP, copy);
    await utimes(copy, 1, 1);
    const centerZoomAt = 118;
    expect(await tagOf(copy)).toBe(await tagOf(DEMO_MAP));
    expect(await tagOf(await archiveWith(centerZoomAt, 3))).not.toBe(await tagOf(DEMO_MAP));
  });

  test('can be read again after a read has failed', async () => {
    const path = join(folder, 'leaves.pmtiles');
    const bytes = archiveWithLeaves();
    await writeFile(path, bytes);
    const archive = await openMapArchive(path);
    await truncate(path, (await openArchive(bytes).getHeader()).leafDirectoryOffset);
    await expect(archive.readTile(7, 1, 2)).rejects.toThrow();
    await writeFile(path, bytes);
    expect(Buffer.from((await archive.readTile(7, 1, 2)) ?? []).toString()).toBe('1,2');
    await archive.close();
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['is missing', async () => join(folder, 'none.pmtiles'), /none\.pmtiles \(MAP_PMTILES\): there is no such file/],
    ['is a folder', async () => folder, /MAP_PMTILES\): it is a folder\. Name the file/],
    [
      'is another kind of file',
      async () => join(folder, 'text.pmtiles'),
      /MAP_PMTILES\): it is no whole PMTiles archive/,
    ],
    [
      'is truncated',
      async () => {
        const path = join(folder, 'cut.pmtiles');
        const bytes = archiveWithLeaves();
        await writeFile(path, bytes.subarray(0, -1));
        return path;
      },
      /MAP_PMTILES\): it has \d+ of \d+ bytes\. Copy or cut it again/,
    ],
    ['has raster tiles', () => archiveWith(99, 2), /it has no vector tiles/],
    ['has tiles that browsers do not decompress', () => archiveWith(98, 3), /gzip/],
  ])('that %s ends the start with the reason', async (_what, makePath, reason) => {
    await writeFile(join(folder, 'text.pmtiles'), 'Not a map at all');
    const path = await makePath();
    await expect(startServer({ MAP_PMTILES: path })).rejects.toThrow(reason);
    await expect(openMapArchive(path)).rejects.toBeInstanceOf(MapArchiveError);
  });
});
