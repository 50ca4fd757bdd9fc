import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_MAP } from '../../support/samples/demo-map.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, pointPlace, signUp } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

describe('a server with its own map', () => {
  const server = useServer({
    MAP_PMTILES: DEMO_MAP,
    MAP_STYLE_URL: 'https://style.example.org/light.json',
    MAP_ORIGINS: 'https://tiles.example.org',
  });
  let link: string;
  let bytes: Buffer;
  beforeAll(async () => {
    link = (await call(server.origin, 'readConfig', {})).mapTiles?.link ?? 'none';
    bytes = await readFile(DEMO_MAP);
  });

  const read = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers });

  test('tells the app the map’s address and attribution', async () => {
    const { mapTiles } = await call(server.origin, 'readConfig', {});
    expect(mapTiles).toEqual({
      link: expect.stringMatching(/^\/v1\/tiles\/[0-9a-f]{64}\.pmtiles$/),
      attribution: 'Natural Earth',
    });
  });

  test('serves the map in ranges to everybody, with caching allowed', async () => {
    const response = await read(link, { Range: 'bytes=127-1126' });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes 127-1126/${bytes.length}`);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('ETag')).toBe(`"${link.slice('/v1/tiles/'.length, -'.pmtiles'.length)}"`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(127, 1127))).toBe(true);
    expect((await read(link, { Range: `bytes=${bytes.length}-` })).status).toBe(416);
  });

  test('lets only the requesting browser cache an extract, which reveals the places of a map', async () => {
    const owner = await signUp(server.origin, 'Owner');
    const parcoursId = await makeParcours(server.origin, owner);
    const body = pointPlace(parcoursId, 'Le parvis', [2.349, 48.853]);
    await call(server.origin, 'createPlace', { body }, owner.token);
    const { files } = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, owner.token);
    const extract = files.find(({ kind }) => kind === 'map');
    const response = await read(extract?.link ?? '', { Range: 'bytes=0-9' });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([
      206,
      'private, max-age=31536000, immutable',
    ]);
  });

  test('has the same link to the map after a restart', async () => {
    await server.restart();
    expect((await call(server.origin, 'readConfig', {})).mapTiles?.link).toBe(link);
  });

  test('serves no other archive, and no path outside', async () => {
    for (const file of [`${'0'.repeat(64)}.pmtiles`, 'cite.pmtiles', '..%2fcite.pmtiles', '%2e%2e%2fparcours.ts'])
      expect((await read(`/v1/tiles/${file}`)).status).toBe(404);
  });

  test('lets pages load from no other server', async () => {
    const policy = (await read('/healthz')).headers.get('Content-Security-Policy') ?? '';
    expect(policy).not.toMatch(/style\.example\.org|tiles\.example\.org/);
  });
});

test('requests for the map count like requests for media', async () => {
  const server = await startServer({ MAP_PMTILES: DEMO_MAP, MEDIA_PER_MINUTE: '2' });
  const { mapTiles } = await call(server.origin, 'readConfig', {});
  const statuses = [];
  for (let times = 0; times < 3; times++) {
    const response = await fetch(server.origin + mapTiles?.link, { headers: { Range: 'bytes=0-9' } });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([206, 206, 429]);
  await server.stop();
});

test('a server without its own map says so', async () => {
  const server = await startServer();
  expect((await call(server.origin, 'readConfig', {})).mapTiles).toBeNull();
  await server.stop();
});
