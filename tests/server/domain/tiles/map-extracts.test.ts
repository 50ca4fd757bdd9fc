import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Geometry } from '../../../../contracts/geo.ts';
import type { LngLatBox } from '../../../../contracts/rings.ts';
import { DEMO_PARCOURS } from '../../../../server/demo/demo-parcours.ts';
import { DAY_MS } from '../../../../server/domain/clock.ts';
import { COSTLY_WORK } from '../../../../server/domain/costly-work.ts';
import { createDiskReserve } from '../../../../server/domain/disk-reserve.ts';
import {
  createMapExtracts,
  type ExtractLimits,
  type StoredMapExtracts,
} from '../../../../server/domain/tiles/map-extracts.ts';
import { boxAround, boxAtZoom } from '../../../../server/domain/tiles/tile-box.ts';
import { type MapArchive, openExtractFiles, openMapArchive } from '../../../../server/store/tiles.ts';
import { boundingBoxOfShapes } from '../../../support/geometry/box-of-shapes.ts';
import { DEMO_MAP, openArchive, openDemoMap } from '../../../support/samples/demo-map.ts';
import { makeFolder } from '../../../support/test-folder.ts';

const CITE = DEMO_PARCOURS.places.map(({ geometry }) => geometry);
const at = (lng: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lng, lat] });
const WEST = [at(2.27, 48.83)];
const NORTH = [at(2.35, 48.9)];

let dataDir: string;
let archive: MapArchive;
let nowMs: number;
beforeEach(async () => {
  dataDir = await makeFolder();
  archive = await openMapArchive(DEMO_MAP);
  nowMs = Date.now();
});
afterEach(async () => {
  await archive.close();
});

/** Opens the extracts as a server that starts on the folder does. */
async function open(limits: Partial<ExtractLimits> = {}, from = archive): Promise<StoredMapExtracts> {
  const files = await openExtractFiles(dataDir);
  return createMapExtracts(
    from,
    files,
    ({ sha256 }) => `/${sha256}`,
    createDiskReserve(dataDir, 0),
    () => nowMs,
    { extractBytesMax: 2 ** 20, folderBytesMax: 2 ** 20, ...limits },
  );
}

/** Another archive with the same extracts: only the zoom at which it opens differs. */
async function openOther(): Promise<MapArchive> {
  const bytes = await readFile(DEMO_MAP);
  const centerZoomAt = 118;
  bytes[centerZoomAt] = 3;
  const path = join(dataDir, 'other.pmtiles');
  await writeFile(path, bytes);
  return openMapArchive(path);
}

const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(Buffer.from(bytes)).digest('hex');

const stored = () => readdir(join(dataDir, 'map-extracts'));

async function extractOf(shapes: readonly Geometry[], extractBytesMax = 2 ** 20) {
  const made = await (await open({ extractBytesMax })).around(boundingBoxOfShapes(shapes), 'account 1');
  const [name = ''] = (await stored()).filter((file) => file.includes(made?.sha256 ?? 'none'));
  const bytes = await readFile(join(dataDir, 'map-extracts', name));
  return { made, bytes, extract: openArchive(bytes) };
}

describe('the extract of a parcours', () => {
  test('has exactly the tiles of its surroundings from the archive, at every zoom', async () => {
    const { extract } = await extractOf(CITE);
    const { minZoom, maxZoom, numAddressedTiles } = await extract.getHeader();
    expect([minZoom, maxZoom]).toEqual([0, 15]);
    const whole = openDemoMap();
    let found = 0;
    for (let zoom = 0; zoom <= 15; zoom++) {
      const { left, top, right, bottom } = boxAtZoom(boxAround(boundingBoxOfShapes(CITE), 300, 15), zoom);
      const last = 2 ** zoom - 1;
      for (let x = Math.max(left - 1, 0); x <= Math.min(right + 1, last); x++) {
        for (let y = Math.max(top - 1, 0); y <= Math.min(bottom + 1, last); y++) {
          const isInside = x >= left && x <= right && y >= top && y <= bottom;
          const [got, original] = [await extract.getZxy(zoom, x, y), await whole.getZxy(zoom, x, y)];
          const expected = isInside && original !== undefined ? hashOf(original.data) : 'none';
          expect(got === undefined ? 'none' : hashOf(got.data), `${zoom}/${x}/${y}`).toBe(expected);
          if (got !== undefined) found++;
        }
      }
    }
    expect(found).toBe(numAddressedTiles);
  });

  test('states its bounds, its centre and the attribution of the map', async () => {
    const { extract } = await extractOf(CITE);
    const { minLon, minLat, maxLon, maxLat, centerLon, centerLat } = await extract.getHeader();
    for (const shape of CITE) {
      const [lng, lat] = shape.type === 'Point' ? shape.coordinates : (shape.coordinates[0]?.[0] ?? [0, 0]);
      expect(lng > minLon && lng < maxLon && lat > minLat && lat < maxLat).toBe(true);
    }
    expect(centerLon).toBeCloseTo((minLon + maxLon) / 2, 6);
    expect(centerLat).toBeCloseTo((minLat + maxLat) / 2, 6);
    expect(await extract.getMetadata()).toEqual(await openDemoMap().getMetadata());
  });

  test('is identified by the hash and the size of its content', async () => {
    const { made, bytes } = await extractOf(CITE);
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(made).toEqual({ sha256: hash, bytes: bytes.length, link: `/${hash}` });
  });

  test('leaves the deepest zooms out when it would be too large', async () => {
    const { extract, bytes } = await extractOf(CITE, 60_000);
    const { maxZoom } = await extract.getHeader();
    expect(maxZoom).toBeGreaterThan(8);
    expect(maxZoom).toBeLessThan(15);
    expect(bytes.length).toBeLessThan(62_000);
  });

  test('of a parcours across a country reads fewer than 10,000 tiles', async () => {
    const asked: string[] = [];
    const watched: MapArchive = {
      ...archive,
      readTile: (...tile) => {
        asked.push(tile.join());
        return archive.readTile(...tile);
      },
    };
    const extracts = await open({}, watched);
    expect(await extracts.around(boundingBoxOfShapes([at(-4.49, 48.39), at(7.75, 43.7)]), 'account 1')).not.toBeNull();
    expect(asked.length).toBeLessThan(10_000);
    expect(asked).toContain('8,129,88');
  });

  test('is null where the archive has no tiles', async () => {
    const bare: MapArchive = { ...archive, readTile: async () => null };
    expect(await (await open({}, bare)).around(boundingBoxOfShapes(CITE), 'account 1')).toBeNull();
    expect(await stored()).toEqual([]);
  });
});

describe('extracts', () => {
  test('are made once for concurrent requests', async () => {
    const extracts = await open();
    const all = await Promise.all([1, 2, 3].map(() => extracts.around(boundingBoxOfShapes(CITE), 'account 1')));
    expect(new Set(all.map((extract) => extract?.sha256)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  test('are made in turns by owner; excess requests of an owner are refused and succeed later', async () => {
    const extracts = await open();
    const { waitingOfOne } = COSTLY_WORK.extracts;
    const boxes = Array.from({ length: waitingOfOne + 2 }, (_, index) =>
      boundingBoxOfShapes([at(2.27 + index * 0.02, 48.83)]),
    );
    const order: string[] = [];
    const make = async (owner: string, box: LngLatBox): Promise<void> => {
      await extracts.around(box, owner);
      order.push(owner);
    };
    const outcomes = await Promise.allSettled([
      ...boxes.map((box) => make('a', box)),
      make('b', boundingBoxOfShapes(NORTH)),
    ]);
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(outcomes[waitingOfOne + 1]).toMatchObject({ reason: { code: 'busy' } });
    expect(order.indexOf('b')).toBe(1);
    expect(await extracts.around(boxes.at(-1) ?? boundingBoxOfShapes(NORTH), 'a')).not.toBeNull();
  });

  test('survive a restart, and are the same when they are made again', async () => {
    const before = await (await open()).around(boundingBoxOfShapes(CITE), 'account 1');
    const unread: MapArchive = { ...archive, readTile: async () => Promise.reject(new Error('read again')) };
    expect(await (await open({}, unread)).around(boundingBoxOfShapes(CITE), 'account 1')).toEqual(before);
    for (const file of await stored()) await rm(join(dataDir, 'map-extracts', file));
    expect(await (await open()).around(boundingBoxOfShapes(CITE), 'account 1')).toEqual(before);
  });

  test('are made again after a deletion, and when the archive changes', async () => {
    const extracts = await open();
    const before = await extracts.around(boundingBoxOfShapes(CITE), 'account 1');
    for (const file of await stored()) await rm(join(dataDir, 'map-extracts', file));
    expect(await extracts.around(boundingBoxOfShapes(CITE), 'account 1')).toEqual(before);
    const other = await openOther();
    expect(other.tag).not.toBe(archive.tag);
    await (await open({}, other)).around(boundingBoxOfShapes(CITE), 'account 1');
    expect(await stored()).toHaveLength(2);
    await other.close();
  });

  test('that a crash left unfinished are deleted at the start', async () => {
    await open();
    await copyFile(DEMO_MAP, join(dataDir, 'map-extracts', 'half.unfinished'));
    await open();
    expect(await stored()).toEqual([]);
  });

  test('that were not requested for a month are deleted, and no others', async () => {
    const extracts = await open();
    const old = await extracts.around(boundingBoxOfShapes(WEST), 'account 1');
    const used = await extracts.around(boundingBoxOfShapes(CITE), 'account 1');
    nowMs += 20 * DAY_MS;
    await extracts.around(boundingBoxOfShapes(CITE), 'account 1');
    nowMs += 20 * DAY_MS;
    await extracts.deleteUnused();
    expect(extracts.find(old?.sha256 ?? '')).toBeUndefined();
    expect(extracts.find(used?.sha256 ?? '')?.bytes).toBe(used?.bytes);
    expect(await stored()).toHaveLength(1);
  });

  test('of a former archive are deleted while the same ones of the current archive stay', async () => {
    await (await open()).around(boundingBoxOfShapes(CITE), 'account 1');
    nowMs += 40 * DAY_MS;
    const other = await openOther();
    const extracts = await open({}, other);
    const used = await extracts.around(boundingBoxOfShapes(CITE), 'account 1');
    await extracts.deleteUnused();
    expect(await stored()).toHaveLength(1);
    expect(extracts.find(used?.sha256 ?? '')?.key).toContain(other.tag.slice(0, 16));
    await other.close();
  });

  test('that were least recently used make room for a new one', async () => {
    const sizes = await Promise.all([WEST, NORTH, CITE].map(async (shapes) => (await extractOf(shapes)).bytes.length));
    await rm(join(dataDir, 'map-extracts'), { recursive: true });
    const total = sizes.reduce((sum, size) => sum + size, 0);
    await (await open()).around(boundingBoxOfShapes(NORTH), 'account 1');
    nowMs += 1000;
    const extracts = await open({ folderBytesMax: total - 1 });
    const west = await extracts.around(boundingBoxOfShapes(WEST), 'account 1');
    nowMs += 1000;
    const north = await extracts.around(boundingBoxOfShapes(NORTH), 'account 1');
    const cite = await extracts.around(boundingBoxOfShapes(CITE), 'account 1');
    expect(extracts.find(west?.sha256 ?? '')).toBeUndefined();
    for (const kept of [north, cite]) expect(extracts.find(kept?.sha256 ?? '')?.bytes).toBe(kept?.bytes);
    expect(await stored()).toHaveLength(2);
  });

  test('that exist are returned while another one is made', async () => {
    const before = await (await open()).around(boundingBoxOfShapes(CITE), 'account 1');
    let endReading = (): void => undefined;
    const reading = new Promise<null>((resolve) => {
      endReading = () => resolve(null);
    });
    const extracts = await open({}, { ...archive, readTile: () => reading });
    const making = extracts.around(boundingBoxOfShapes(WEST), 'account 1');
    expect(await extracts.around(boundingBoxOfShapes(CITE), 'account 1')).toEqual(before);
    endReading();
    await making;
  });
});
