import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJsonReader } from '../../../server/http/json-body.ts';
import { createLog } from '../../../server/log.ts';

const BOUNDS = { bytesMax: 100_000, arrivesWithinMs: 300 };

let server: Server;
let port: number;
beforeAll(async () => {
  const read = createJsonReader(BOUNDS, createLog('silent'));
  const app = express().post('/', async (request, response) => {
    const body = await read(request, response);
    response.json({ ...body, got: body.read() });
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (body: string) =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

describe('a JSON body', () => {
  test('is read with its size', async () => {
    expect(await (await post('{"a":1}')).json()).toEqual({ bytes: 7, isLong: false, got: { a: 1 } });
  });

  test('that is long is read later, as the same', async () => {
    const text = `\ufeff${JSON.stringify({ é: 'ü'.repeat(40_000) })}`;
    const bytes = Buffer.byteLength(text);
    expect(await (await post(text)).json()).toEqual({ bytes, isLong: true, got: JSON.parse(text.slice(1)) });
  });

  test('above the bound is refused', async () => {
    expect((await post(JSON.stringify('a'.repeat(100_000)))).status).toBe(413);
  });

  test('that is not there in time ends its connection, however many send a byte now and then', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{';
    const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    const ended = Promise.all(sockets.map((socket) => trickle(socket, head)));
    expect((await post('{"a":1}')).status).toBe(200);
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
