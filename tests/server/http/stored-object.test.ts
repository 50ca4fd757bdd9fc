import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { sendStoredFile } from '../../../server/http/stored-file.ts';
import { until } from '../../support/until.ts';

const TOTAL = 2 ** 30;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that sends a long file of a bucket, whose content is `stream`; `failures` gets what it can't send. */
async function serveObject(stream: Readable, failures: unknown[] = []): Promise<string> {
  const app = express();
  app.get('/', async (_request, response) => {
    const object = {
      sizeOf: async () => TOTAL,
      open: async () => ({ bytes: TOTAL, total: TOTAL, stream }),
      redirect: null,
    };
    await sendStoredFile(response, { tag: 'tag', fileName: 'long.wav', object }, 'private').catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const endless = (): Readable =>
  new Readable({
    read() {
      this.push(Buffer.alloc(65_536));
    },
  });

test('reading an object ends as soon as its listener leaves, and is no failure', async () => {
  const stream = endless();
  const failures: unknown[] = [];
  const leaving = new AbortController();
  const response = await fetch(await serveObject(stream, failures), { signal: leaving.signal });
  await response.body?.getReader().read();
  expect(stream.destroyed).toBe(false);
  leaving.abort();
  await until(() => expect(stream.destroyed).toBe(true));
  expect(failures).toEqual([]);
});

test('an object is read no faster than its listener takes it', async () => {
  let read = 0;
  const stream = endless().on('data', (piece: Buffer) => {
    read += piece.length;
  });
  const response = await fetch(await serveObject(stream));
  const reader = response.body?.getReader();
  await reader?.read();
  let before = -1;
  // It stands still once all that lies between is full.
  await until(async () => {
    const now = read;
    const stood = now === before;
    before = now;
    expect(stood).toBe(true);
  });
  expect(read).toBeLessThan(TOTAL / 8);
  await reader?.cancel();
});

test('an object that breaks off is told as a failure, and cuts the response', async () => {
  const stream = new Readable({
    read() {
      this.push(Buffer.alloc(1000));
      setImmediate(() => this.destroy(new Error('the store broke off')));
    },
  });
  const failures: unknown[] = [];
  const address = await serveObject(stream, failures);
  await expect(fetch(address).then((response) => response.arrayBuffer())).rejects.toThrow();
  await until(() => expect(failures).toMatchObject([{ message: 'the store broke off' }]));
});
