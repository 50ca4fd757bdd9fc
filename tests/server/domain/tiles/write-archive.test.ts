import { Compression, TileType } from 'pmtiles';
import { describe, expect, test } from 'vitest';
import { type ArchiveTile, writeArchive } from '../../../../server/domain/tiles/write-archive.ts';
import { openArchive } from '../../../support/samples/demo-map.ts';

const FACTS = {
  ...{ minLon: 2.25, minLat: 48.8, maxLon: 2.42, maxLat: 48.91, centerLon: 2.3468, centerLat: 48.8548, centerZoom: 12 },
  ...{ tileCompression: Compression.None, tileType: TileType.Mvt },
};

/** All tiles of a zoom, each with bytes of its own unless `bytesOf` says otherwise. */
function tilesOf(zoom: number, bytesOf = (x: number, y: number) => `${x},${y}`): ArchiveTile[] {
  const indexes = Array.from({ length: 2 ** zoom }, (_, index) => index);
  return indexes.flatMap((x) => indexes.map((y) => ({ zoom, x, y, bytes: Buffer.from(bytesOf(x, y)) })));
}

async function textAt(archive: ReturnType<typeof openArchive>, zoom: number, x: number, y: number): Promise<string> {
  const tile = await archive.getZxy(zoom, x, y);
  return tile === undefined ? 'none' : Buffer.from(tile.data).toString();
}

describe('a written archive', () => {
  test('has every tile at its position, and none elsewhere', async () => {
    const archive = openArchive(writeArchive([...tilesOf(3), ...tilesOf(1)], FACTS, {}));
    for (let x = 0; x < 8; x++) for (let y = 0; y < 8; y++) expect(await textAt(archive, 3, x, y)).toBe(`${x},${y}`);
    expect(await textAt(archive, 1, 1, 0)).toBe('1,0');
    expect(await textAt(archive, 2, 1, 0)).toBe('none');
  });

  test('states its zooms, bounds and metadata', async () => {
    const archive = openArchive(writeArchive([...tilesOf(1), ...tilesOf(2)], FACTS, { attribution: 'Elle' }));
    expect(await archive.getHeader()).toMatchObject({
      ...FACTS,
      specVersion: 3,
      clustered: true,
      minZoom: 1,
      maxZoom: 2,
    });
    expect(await archive.getMetadata()).toEqual({ attribution: 'Elle' });
  });

  test('stores the content of identical tiles once', async () => {
    const sea = writeArchive(
      tilesOf(4, (x, y) => (x === 3 && y === 5 ? 'land' : 'sea')),
      FACTS,
      {},
    );
    const archive = openArchive(sea);
    expect(await archive.getHeader()).toMatchObject({ numAddressedTiles: 256, numTileEntries: 3, numTileContents: 2 });
    expect([await textAt(archive, 4, 3, 5), await textAt(archive, 4, 9, 9)]).toEqual(['land', 'sea']);
  });

  test('keeps its root directory within the first 16 KiB, with the leaf directories behind', async () => {
    const archive = openArchive(writeArchive(tilesOf(7), FACTS, {}));
    const { rootDirectoryOffset, rootDirectoryLength, leafDirectoryLength } = await archive.getHeader();
    expect(rootDirectoryOffset + rootDirectoryLength).toBeLessThanOrEqual(16_384);
    expect(leafDirectoryLength).toBeGreaterThan(0);
    for (const [x, y] of [
      [0, 0],
      [127, 127],
      [64, 3],
      [5, 90],
    ] as const)
      expect(await textAt(archive, 7, x, y)).toBe(`${x},${y}`);
  });

  test('is the same for the same tiles in another order', () => {
    const tiles = tilesOf(3);
    expect(writeArchive(tiles.toReversed(), FACTS, {})).toEqual(writeArchive(tiles, FACTS, {}));
  });
});
