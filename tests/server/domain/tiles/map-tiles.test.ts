import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_PARCOURS } from '../../../../server/demo/demo-parcours.ts';
import { createDiskReserve } from '../../../../server/domain/disk-reserve.ts';
import { type MapTiles, openMapTiles } from '../../../../server/domain/tiles/map-tiles.ts';
import { boundingBoxOfShapes } from '../../../support/geometry/box-of-shapes.ts';
import { DEMO_MAP } from '../../../support/samples/demo-map.ts';
import { TEST_SECRET } from '../../../support/server/server.ts';
import { makeFolder } from '../../../support/test-folder.ts';

const CITE = DEMO_PARCOURS.places.map(({ geometry }) => geometry);

/** Opens the map of another server with a folder of its own. */
async function open(secret = TEST_SECRET): Promise<MapTiles> {
  const dataDir = await makeFolder();
  const disk = createDiskReserve(dataDir, 0);
  const tiles = await openMapTiles({ path: DEMO_MAP, dataDir, secret, disk, clock: Date.now });
  onTestFinished(() => tiles.close());
  return tiles;
}

/** Returns the content that a server has for a link. */
function follow(tiles: MapTiles, link: string, change: Readonly<Record<string, string>> = {}) {
  const { pathname, searchParams } = new URL(link, 'http://localhost');
  for (const [name, value] of Object.entries(change)) searchParams.set(name, value);
  const query = { key: searchParams.get('key') ?? '', signature: searchParams.get('signature') ?? '' };
  return tiles.follow(pathname.split('/').at(-1) ?? '', query, 'account 1');
}

test('a server makes the same extract as the server that issued the link', async () => {
  const [one, other] = [await open(), await open()];
  const extract = await one.extracts.around(boundingBoxOfShapes(CITE), 'account 1');
  const made = await (await follow(other, extract?.link ?? '')).open();
  const hash = createHash('sha256');
  if (made !== undefined && made !== null) await pipeline(made.stream, hash);
  expect(hash.digest('hex')).toBe(extract?.sha256);
  expect(await other.extracts.around(boundingBoxOfShapes(CITE), 'account 1')).toEqual(extract);
});

test('a changed link or a link of a foreign server makes no extract', async () => {
  const [one, other, foreign] = [await open(), await open(), await open('another secret, longer than 32 bytes')];
  const link = (await one.extracts.around(boundingBoxOfShapes(CITE), 'account 1'))?.link ?? '';
  const key = new URL(link, 'http://localhost').searchParams.get('key') ?? '';
  const refused = { code: 'not_found' };
  await expect(follow(other, link, { key: key.replace(/\d$/, '1') })).rejects.toMatchObject(refused);
  await expect(follow(other, link, { signature: '' })).rejects.toMatchObject(refused);
  await expect(follow(foreign, link)).rejects.toMatchObject(refused);
  expect((await follow(one, link, { key: '', signature: '' })).fileName).toContain('.pmtiles');
});
