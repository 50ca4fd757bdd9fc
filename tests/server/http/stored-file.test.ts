import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendStoredFile } from '../../../server/http/stored-file.ts';

const FILE = `${'a'.repeat(64)}.wav`;

let opened: Readable;
let sent: Promise<void>;
const app = express();
app.get('/', (_, response) => {
  const open = async () => ({ bytes: 5, total: 5, stream: opened });
  const file = { tag: 'a', fileName: FILE, sizeOf: async () => 5, open, redirect: null };
  sent = once(response, 'close').then(() => sendStoredFile(response, file, 'private'));
});
const server = createServer(app);
beforeEach(async () => {
  opened = Readable.from([Buffer.from('sound')]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

test('a listener who leaves before the first byte causes no failure, and nothing stays open', async () => {
  const { port } = server.address() as AddressInfo;
  const request = ask({ port, host: '127.0.0.1', agent: false });
  request.on('error', () => undefined);
  request.end();
  await once(server, 'request');
  request.destroy();
  await sent;
  expect(opened.destroyed).toBe(true);
});
