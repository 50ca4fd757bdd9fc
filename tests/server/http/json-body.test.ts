import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import { createJsonReader } from '../../../server/http/json-body.ts';
import { createLog } from '../../../server/log.ts';

const BYTES_MAX = 200_000;

const servers: Server[] = [];
let port: number;
/** Of a server that waits for a body for two seconds. */
let hastyPort: number;
beforeAll(async () => {
  port = await serve(30_000);
  hastyPort = await serve(2000);
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(arrivesWithinMs: number): Promise<number> {
  const read = createJsonReader({ bytesMax: BYTES_MAX, arrivesWithinMs }, createLog('silent'));
  const app = express().post('/', async (request, response) => {
    const body = await read(request, response);
    response.json({ ...body, ...(request.headers['x-leave'] === undefined ? { got: body.read() } : {}) });
  });
  app.use(createErrorHandler(createLog('silent')));
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const post = (body: string, headers: Record<string, string> = {}, to = port) =>
  fetch(`http://127.0.0.1:${to}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });

describe('a JSON body', () => {
  test('is parsed, and its size counted', async () => {
    expect(await (await post('{"a":1}')).json()).toEqual({ bytes: 7, isLong: false, got: { a: 1 } });
  });

  test('is parsed later if it is long, with the same result', async () => {
    const text = `\ufeff${JSON.stringify({ é: 'ü'.repeat(40_000) })}`;
    const bytes = Buffer.byteLength(text);
    expect(await (await post(text)).json()).toEqual({ bytes, isLong: true, got: JSON.parse(text.slice(1)) });
  });

  test('is not parsed before its turn if it is long', async () => {
    const response = await post('{'.padEnd(90_000), { 'X-Leave': '1' });
    expect(await response.json()).toEqual({ bytes: 90_000, isLong: true });
  });

  test.each([
    ['long nested lists', `${'['.repeat(45_000)}${']'.repeat(45_000)}`],
    ['short nested lists', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['long nested objects after a text with brackets and quotes', `["]]]\\\\\\"",${'{"a":'.repeat(14_000)}1`],
    ['nested lists after as many closed ones', `[${'[],'.repeat(100)}${'['.repeat(32)}`],
    ['more empty lists than any call has', `[${'[],'.repeat(50_000)}`],
    ['more values than any call has', `[${','.repeat(100_000)}`],
  ])('with %s is refused before it is parsed', async (_, text) => {
    const response = await post(text);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('levels and 100000 values'),
    ]);
  });

  test('with many brackets side by side or in texts is accepted', async () => {
    const value = {
      a: ['[[[[{{{{\\"'.repeat(50), ...Array.from({ length: 50 }, () => [[[[{}]]]]), ',,,'.repeat(40_000)],
    };
    for (const sent of [value, { ...value, b: 'x'.repeat(70_000) }]) {
      expect((await (await post(JSON.stringify(sent))).json()).got).toEqual(sent);
    }
  });

  test('in anything but UTF-8 is refused', async () => {
    expect((await post('{}', { 'Content-Type': 'application/json; charset=utf-16' })).status).toBe(400);
  });

  test('above the bound is refused', async () => {
    expect((await post(JSON.stringify('a'.repeat(BYTES_MAX)))).status).toBe(413);
  });

  test('that is late ends its connection, also for many that send a byte now and then', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{';
    const sockets = Array.from({ length: 50 }, () => connect(hastyPort, '127.0.0.1'));
    const ended = Promise.all(sockets.map((socket) => trickle(socket, head)));
    expect((await post('{"a":1}', {}, hastyPort)).status).toBe(200);
    await ended;
  });
});

/** Sends a byte every 20 ms until the server closes the connection. */
function trickle(socket: Socket, head: string): Promise<void> {
  return new Promise((resolve) => {
    socket.write(head);
    const more = setInterval(() => socket.write(' '), 20);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(more);
      resolve();
    });
  });
}
