import { createServer, get, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendReply } from '../../../server/http/reply.ts';

const BODY_BYTES = 12 * 2 ** 20;
const READERS = 4;

let server: Server;
const sockets: Socket[] = [];
beforeAll(async () => {
  const sendReply = createSendReply({ spend: async () => undefined, check: async () => undefined });
  const body = [Buffer.alloc(1), Buffer.alloc(BODY_BYTES - 1)];
  const app = express().get('/', async (_request, response) => {
    await sendReply(response, { body }, undefined);
  });
  server = createServer(app).on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('long replies arrive completely, in slices, and other work runs between two slices', async () => {
  const mostAtOnce = watchMostAtOnce();
  const received = await Promise.all(Array.from({ length: READERS }, readAll));
  expect(received).toEqual(Array(READERS).fill(BODY_BYTES));
  expect(mostAtOnce()).toBeLessThan(2 ** 20);
});

test('a reader who leaves in the middle of a long reply does not affect another’s reply', async () => {
  const leaving = get(addressOf(), (response) => response.once('data', () => leaving.destroy()));
  leaving.on('error', () => undefined);
  expect(await readAll()).toBe(BODY_BYTES);
});

/** Measures the most bytes written to all connections together in one event-loop turn. */
function watchMostAtOnce(): () => number {
  let [most, before, isOver] = [0, 0, false];
  const look = (): void => {
    const now = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    most = Math.max(most, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  look();
  return () => {
    isOver = true;
    return most;
  };
}

function addressOf(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function readAll(): Promise<number> {
  return new Promise((resolve, reject) => {
    get(addressOf(), { agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.once('end', () => resolve(bytes)).once('error', reject);
    }).once('error', reject);
  });
}
