import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  clearPrefetched,
  dropPrefetched,
  isNearlyPrefetched,
  isPrefetched,
  openPrefetched,
  PREFETCH_MAX_BYTES,
  prefetchFile,
} from '../../../../app/platform/audio/prefetched-files.ts';
import { type Listening, listen } from '../../../support/network/listen.ts';

const KIB = 1024;
const FILE_BYTES = 4 * KIB;
const MAX_BYTES = 16 * KIB * KIB;

let server: Listening;
let origin: string;
/** Path, range and bytes sent of each request. */
let asked: { path: string; range: string | undefined }[];
let sentBytes: number;
/** Resolves once the server has sent the half after which it waits. */
let halfSent: Promise<void>;
let onHalf: () => void;
let sendRest: () => void;

beforeAll(async () => {
  server = await listen(createServer(serve));
  origin = server.origin;
});
afterAll(() => server.stop());
beforeEach(() => {
  asked = [];
  sentBytes = 0;
  halfSent = new Promise((resolve) => {
    onHalf = resolve;
  });
});
afterEach(clearPrefetched);

const bytesFrom = (from: number, to = FILE_BYTES): Uint8Array =>
  Uint8Array.from({ length: to - from }, (_, at) => (from + at) % 251);

function serve({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const path = url.replace(/\?.*/, '');
  const { range } = headers;
  asked.push({ path, range });
  const send = (bytes: Uint8Array): void => {
    sentBytes += bytes.length;
    response.write(bytes);
  };
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (path === '/gone' || url.endsWith('?signature=old')) return void response.writeHead(403).end('no');
  if (path === '/large') {
    response.writeHead(200, { 'Content-Length': MAX_BYTES + 1 });
    response.flushHeaders();
    return;
  }
  if (path.startsWith('/mega')) {
    const size = 8 * KIB * KIB;
    response.writeHead(200, { 'Content-Length': size }).end(new Uint8Array(size));
    return;
  }
  const head = { 'Content-Type': 'audio/mp4', 'Content-Length': FILE_BYTES - from };
  response.writeHead(range === undefined ? 200 : 206, head);
  if (path === '/half' && from === 0) {
    send(bytesFrom(0, FILE_BYTES / 2));
    onHalf();
    sendRest = () => {
      send(bytesFrom(FILE_BYTES / 2));
      response.end();
    };
    return;
  }
  send(bytesFrom(from));
  response.end();
}

const never = new AbortController().signal;
const fetchOf = (path: string, signal = never, onBytes: (bytes: number) => void = () => {}) =>
  prefetchFile(`${origin}${path}`, MAX_BYTES, signal, onBytes);

it('fetches a whole file once, and finds it by any link to it', async () => {
  let bytes = 0;
  const count = (more: number): void => {
    bytes += more;
  };
  expect(await fetchOf('/a?signature=1', never, count)).toBe('whole');
  expect(await fetchOf('/a?signature=2', never, count)).toBe('whole');
  expect(asked).toEqual([{ path: '/a', range: undefined }]);
  expect(bytes).toBe(FILE_BYTES);
  expect(isPrefetched(`${origin}/a?signature=3`)).toBe(true);
  const file = await openPrefetched(`${origin}/a`);
  expect(file?.type).toBe('audio/mp4');
  expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytesFrom(0));
});

it('resumes an aborted download', async () => {
  const leaving = new AbortController();
  let bytes = 0;
  const broken = fetchOf('/half', leaving.signal, (more) => {
    bytes += more;
    if (bytes === FILE_BYTES / 2) leaving.abort(new Error('the story that plays needs the line'));
  });
  await expect(broken).rejects.toThrow('the story that plays needs the line');
  expect(isPrefetched(`${origin}/half`)).toBe(false);
  expect(await openPrefetched(`${origin}/half`)).toBeNull();
  expect(await fetchOf('/half?signature=old')).toBe('unfit');
  expect(await fetchOf('/half')).toBe('whole');
  const rest = `bytes=${FILE_BYTES / 2}-`;
  expect(asked.map(({ range }) => range)).toEqual([undefined, rest, rest]);
  expect(sentBytes).toBe(FILE_BYTES);
  const file = await openPrefetched(`${origin}/half`);
  expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytesFrom(0));
});

it('waits for the rest of a download that ends soon', async () => {
  let hasHalf = (): void => {};
  const half = new Promise<void>((resolve) => {
    hasHalf = resolve;
  });
  const fetching = fetchOf('/half', never, hasHalf);
  await Promise.all([halfSent, half]);
  expect(isNearlyPrefetched(`${origin}/half`)).toBe(true);
  const opening = openPrefetched(`${origin}/half`);
  sendRest();
  expect((await opening)?.size).toBe(FILE_BYTES);
  await fetching;
});

it('stores nothing that the server refuses or that is too large', async () => {
  expect(await fetchOf('/gone')).toBe('unfit');
  expect(await fetchOf('/large')).toBe('unfit');
  expect(isNearlyPrefetched(`${origin}/gone`)).toBe(false);
  expect(await openPrefetched(`${origin}/large`)).toBeNull();
});

it('drops the least recently used file rather than exceed its bound', async () => {
  const names = [1, 2, 3].map((at) => `/mega${at}`);
  for (const name of names) await fetchOf(name);
  await openPrefetched(`${origin}/mega1`);
  await fetchOf('/mega4');
  expect(PREFETCH_MAX_BYTES).toBeLessThan(4 * 8 * KIB * KIB);
  expect([...names, '/mega4'].filter((name) => isPrefetched(`${origin}${name}`))).toEqual([
    '/mega1',
    '/mega3',
    '/mega4',
  ]);
  dropPrefetched(`${origin}/mega1?any`);
  expect(isPrefetched(`${origin}/mega1`)).toBe(false);
});
