import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tileIdToZxy } from 'pmtiles';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTile } from '../../../../app/platform/map/read-tile.ts';
import {
  onStoredMapsChanged,
  setStoredMaps,
  storedMaps,
  takeMissingTile,
} from '../../../../app/platform/map/stored-maps.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { CountedBlob } from '../../../support/audio/counted-blob.ts';
import { type Listening, listen } from '../../../support/network/listen.ts';
import { DEMO_MAP, openDemoMap } from '../../../support/samples/demo-map.ts';

/** A tile in the middle of the Cité, and one outside the demo's map. */
const CITE = [15, 16597, 11273] as const;
const SEA = [15, 10, 10] as const;
/** Five tiles of the demo's map with the same content, and so one range. */
const ALIKE = [1269846074, 1269846075, 1269846280, 1269846281, 1269846282];
const NOBODY = 'http://127.0.0.1:9/map.pmtiles';

const bytes = readFileSync(DEMO_MAP);
const asked: string[] = [];
const servers: Listening[] = [];
let links = 0;

afterEach(async () => {
  vi.useRealTimers();
  setStoredMaps(Promise.resolve([]));
  asked.length = 0;
  await endServers();
});

const signal = (): AbortSignal => new AbortController().signal;

/** Serves the demo's map in ranges; returns the map's link. */
function serveArchive(port = 0): Promise<string> {
  return serve(({ headers }, response) => {
    asked.push(headers.range ?? 'whole');
    const [first = 0, last = 0] = (headers.range ?? '').replace('bytes=', '').split('-').map(Number);
    response.writeHead(206, { ETag: '"map"' }).end(bytes.subarray(first, last + 1));
  }, port);
}

async function serve(answer: RequestListener, port = 0): Promise<string> {
  const server = await listen(createServer(answer), port);
  servers.push(server);
  return `${server.origin}/map.pmtiles`;
}

/** Closes the servers, so that nobody answers at their links. */
async function endServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop();
}

function keep(archive: Blob): void {
  links += 1;
  setStoredMaps(Promise.resolve([{ link: `/kept-${links}.pmtiles`, archive }]));
}

async function demoTile(tile: readonly [number, number, number]): Promise<ArrayBuffer | undefined> {
  return (await openDemoMap().getZxy(...tile))?.data;
}

describe('a tile', () => {
  it('comes from a stored map without a request, reading only the needed parts', async () => {
    const archive = new CountedBlob([bytes]);
    keep(archive);
    expect(await readTile(NOBODY, CITE, signal())).toEqual(await demoTile(CITE));
    expect(archive.slices).toBeLessThanOrEqual(3);
    expect(archive.bytesRead).toBeLessThan(bytes.length / 8);
  });

  it('outside stored maps comes from the server, in ranges', async () => {
    const link = await serveArchive();
    expect(await readTile(link, CITE, signal())).toEqual(await demoTile(CITE));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain('whole');
  });

  it('is requested once, however many tiles share its content and however often it is drawn', async () => {
    const link = await serveArchive();
    const tiles = ALIKE.map((id) => tileIdToZxy(id));
    const read = await Promise.all([...tiles, ...tiles].map((tile) => readTile(link, tile, signal())));
    expect(read[0]).toEqual(await demoTile(tileIdToZxy(ALIKE[0] ?? 0)));
    expect(new Set(read.map((tile) => tile.byteLength)).size).toBe(1);
    await readTile(link, CITE, signal());
    await readTile(link, CITE, signal());
    expect(asked).toEqual([...new Set(asked)]);
  });

  it('that one of two callers aborts still arrives for the other', async () => {
    const link = await serveArchive();
    const gone = new AbortController();
    const [first, second] = [readTile(link, CITE, gone.signal), readTile(link, CITE, signal())];
    gone.abort(new Error('moved on'));
    await expect(first).rejects.toThrow('moved on');
    expect(await second).toEqual(await demoTile(CITE));
  });

  it('waits until the stored maps are open', async () => {
    let open: (maps: { link: string; archive: Blob }[]) => void = () => {};
    setStoredMaps(new Promise((resolve) => (open = resolve)));
    const tile = readTile(NOBODY, CITE, signal());
    open([{ link: '/late.pmtiles', archive: new Blob([bytes]) }]);
    expect(await tile).toEqual(await demoTile(CITE));
  });

  it('outside every archive fails as missing, so that its parent is enlarged', async () => {
    const link = await serveArchive();
    await expect(readTile(link, SEA, signal())).rejects.toMatchObject({ status: 404 });
  });

  it('beyond a stored map counts as missing without a network', async () => {
    keep(new Blob([bytes]));
    await expect(readTile(NOBODY, SEA, signal())).rejects.toMatchObject({ status: 404 });
  });

  it('fails with the network if no map is stored, and loads once the network returns', async () => {
    const link = await serveArchive();
    await endServers();
    await expect(readTile(link, CITE, signal())).rejects.not.toHaveProperty('status');
    await serveArchive(Number(new URL(link).port));
    expect(await readTile(link, CITE, signal())).toEqual(await demoTile(CITE));
  });

  it('of a damaged stored map comes from the server', async () => {
    keep(new Blob(['no map at all']));
    const link = await serveArchive();
    expect(await readTile(link, CITE, signal())).toEqual(await demoTile(CITE));
  });

  it('that is aborted fails with the reason, and can be requested again', async () => {
    const link = await serveArchive();
    const gone = new AbortController();
    gone.abort(new Error('moved on'));
    await expect(readTile(link, CITE, gone.signal)).rejects.toThrow('moved on');
    expect(await readTile(link, CITE, signal())).toEqual(await demoTile(CITE));
  });
});

describe('the stored maps', () => {
  it('report when other maps are used, and not when they are the same', async () => {
    const scope = new Scope();
    let changes = 0;
    onStoredMapsChanged(scope, () => {
      changes += 1;
    });
    const show = async (...shown: string[]): Promise<void> => {
      setStoredMaps(Promise.resolve(shown.map((link) => ({ link, archive: new Blob() }))));
      await storedMaps();
      await Promise.resolve();
    };
    await show('/a');
    await show('/a');
    expect(changes).toBe(1);
    await show('/a', '/b');
    expect(changes).toBe(2);
    scope.dispose();
    await show();
    expect(changes).toBe(2);
  });
});

describe('a network that accepts a request and never responds', () => {
  it('delays a tile beyond a stored map for three seconds, and the next ones not at all', async () => {
    const link = await serve(({ url }) => asked.push(url ?? ''));
    keep(new Blob([bytes]));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const tile = readTile(link, SEA, signal());
    const isMissing = expect(tile).rejects.toMatchObject({ status: 404 });
    await expect.poll(() => asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3000);
    await isMissing;
    await expect(readTile(link, SEA, signal())).rejects.toMatchObject({ status: 404 });
    expect(asked).toHaveLength(1);
    expect([takeMissingTile(), takeMissingTile()]).toEqual([true, false]);
  });

  it('fails the tiles of an unstored map within three seconds, and reports a later response', async () => {
    let answer = (): void => {};
    const link = await serve(({ headers }, response) => {
      const [first = 0, last = 0] = (headers.range ?? '').replace('bytes=', '').split('-').map(Number);
      const send = (): void => void response.writeHead(206, { ETag: '"map"' }).end(bytes.subarray(first, last + 1));
      asked.push(headers.range ?? 'whole');
      if (asked.length === 1) answer = send;
      else send();
    });
    const scope = new Scope();
    const told = new Promise<void>((resolve) => onStoredMapsChanged(scope, resolve));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failed = expect(readTile(link, CITE, signal())).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3000);
    await failed;
    vi.useRealTimers();
    answer();
    await told;
    scope.dispose();
    expect(await readTile(link, CITE, signal())).toEqual(await demoTile(CITE));
    expect(asked).toEqual([...new Set(asked)]);
  });
});
