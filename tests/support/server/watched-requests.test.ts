import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchRequests } from './watched-requests.ts';

const server = createServer((request, response) => {
  if (request.url === '/lost') request.socket.destroy();
  else response.writeHead(503, { 'Retry-After': '2' }).end('later');
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const ask = (path: string): Promise<void> =>
  new Promise((resolve) => {
    get(origin + path, (response) => response.resume())
      .once('error', () => undefined)
      .once('close', () => resolve());
  });

test.each([
  ['fetch', (path: string) => fetch(origin + path).then((response) => response.text())],
  ['node:http', ask],
])('requests by %s are noted with their answer, if there is one', async (_, send) => {
  const { attempts, note, stop } = watchRequests();
  note('a fault');
  await send('/place/7?from=1');
  await send('/lost').catch(() => undefined);
  stop();
  await send('/unseen');
  const during = 'a fault';
  const ms = expect.any(Number);
  expect(attempts).toEqual([
    { what: 'GET /place/*', status: 503, retryAfter: '2', ms, during },
    { what: 'GET /lost', status: 0, retryAfter: null, ms, during },
  ]);
});
