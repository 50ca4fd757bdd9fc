import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prefetchRange } from '../../../../app/platform/audio/prefetch-range.ts';

let server: Server;
let origin: string;
const ranges: (string | undefined)[] = [];
const never = new AbortController().signal;

beforeAll(async () => {
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    response.statusCode = { '/ranges': 206, '/all': 200 }[request.url ?? ''] ?? 403;
    if (request.url === '/ranges') response.end(new Uint8Array(300));
    else if (request.url === '/all') response.write(new Uint8Array(1000));
    else if (request.url === '/gone') response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('requests a part and returns the bytes received', async () => {
  expect(await prefetchRange(`${origin}/ranges`, 0, 500, never)).toBe(300);
  expect(await prefetchRange(`${origin}/ranges`, 500, 200, never)).toBe(300);
  expect(ranges).toEqual(['bytes=0-499', 'bytes=500-699']);
});

it('reads nothing from a server without range support or that refuses', async () => {
  expect(await prefetchRange(`${origin}/all`, 0, 500, never)).toBe(0);
  expect(await prefetchRange(`${origin}/gone`, 0, 500, never)).toBe(0);
});

it("rejects with the signal's reason", async () => {
  const leaving = new AbortController();
  const answer = prefetchRange(`${origin}/silent`, 0, 500, leaving.signal);
  const reason = new Error('the story is wanted now');
  leaving.abort(reason);
  await expect(answer).rejects.toBe(reason);
});
