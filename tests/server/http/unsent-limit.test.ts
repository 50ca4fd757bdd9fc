import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUnsentLimit } from '../../../server/http/reply.ts';

/** More bytes than the system buffers before the reader reads. */
const BODY_BYTES = 16 * 2 ** 20;

/** The path whose responses share one buffer. */
const SHARED = '/shared';

let server: Server;
let port: number;
beforeAll(async () => {
  const unsent = createUnsentLimit(3.5 * BODY_BYTES);
  const shared = Buffer.alloc(BODY_BYTES);
  server = createServer((request, response) => {
    const body = request.url === SHARED ? shared : Buffer.alloc(BODY_BYTES);
    response.end(body);
    unsent.add(response, [body]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('unread responses are closed, the oldest first, once they are too large together', async () => {
  const waiting: IncomingMessage[] = [];
  for (let count = 0; count < 5; count++) waiting.push(await ask());
  expect(await Promise.all(waiting.map(readAll))).toEqual([null, null, BODY_BYTES, BODY_BYTES, BODY_BYTES]);
});

test('a buffer that many responses share counts once', async () => {
  const waiting: IncomingMessage[] = [];
  for (let count = 0; count < 5; count++) waiting.push(await ask(SHARED));
  expect(await Promise.all(waiting.map(readAll))).toEqual(Array(5).fill(BODY_BYTES));
});

test('responses that were read no longer count', async () => {
  for (let count = 0; count < 10; count++) expect(await readAll(await ask())).toBe(BODY_BYTES);
});

/** Sends a request and reads only the head of its response. */
function ask(path = '/'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1', agent: false }, resolve).once('error', reject).end();
  });
}

/** Counts the bytes of a body; null if the connection ended before its end. */
async function readAll(response: IncomingMessage): Promise<number | null> {
  let bytes = 0;
  try {
    for await (const piece of response) bytes += (piece as Buffer).length;
  } catch {
    return null;
  }
  return bytes;
}
