import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MapArchiveError, openMapArchive } from '../../../../server/store/tiles/map-archive.ts';
import { DEMO_MAP, openDemoMap } from '../../../support/demo-map.ts';
import { startServer } from '../../../support/server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The demo's archive with one byte of its header changed. */
async function archiveWith(at: number, value: number): Promise<string> {
  const bytes = await readFile(DEMO_MAP);
  bytes[at] = value;
  const path = join(folder, 'changed.pmtiles');
  await writeFile(path, bytes);
  return path;
}

describe('a map archive', () => {
  test('has its tiles as they are stored, and says what it is', async () => {
    const archive = await openMapArchive(DEMO_MAP);
    const tile = Buffer.from((await archive.readTile(14, 8298, 5636)) ?? []);
    expect(tile.subarray(0, 2).toString('hex')).toBe('1f8b');
    expect(await archive.readTile(14, 0, 0)).toBeNull();
    expect(archive.metadata).toEqual(await openDemoMap().getMetadata());
    await archive.close();
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['is missing', async () => join(folder, 'none.pmtiles'), /none\.pmtiles \(MAP_PMTILES\): there is no such file/],
    ['is a folder', async () => folder, /MAP_PMTILES/],
    ['is something else', async () => join(folder, 'text.pmtiles'), /MAP_PMTILES/],
    ['has pictures', () => archiveWith(99, 2), /it has no vector tiles/],
    ['has tiles that browsers do not decompress', () => archiveWith(98, 3), /gzip/],
  ])('that %s ends the start, and says why', async (_what, makePath, reason) => {
    await writeFile(join(folder, 'text.pmtiles'), 'Not a map at all');
    const path = await makePath();
    await expect(startServer({ MAP_PMTILES: path })).rejects.toThrow(reason);
    await expect(openMapArchive(path)).rejects.toBeInstanceOf(MapArchiveError);
  });
});
