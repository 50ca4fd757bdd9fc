import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RESUMABLE_PATH } from '../../contracts/recording.ts';
import { makeParcours, makePlace, signUp } from '../support/server/people.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { beginUpload } from '../support/server/tus.ts';

const READERS = 150;
const UPLOADS = 80;
const HONEST = 5;
/** A phone on 2G. */
const SLOW_BYTES_PER_S = 20_000;
const WATCHED_S = 60;
const UPLOAD_BYTES = 10_000_000;

test('150 stalled readers and 80 trickling uploads are closed in a minute, slow phones are not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-standing-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, FRESH_QUOTA_BYTES: '100000000000' });
  const port = Number(new URL(server.origin).port);
  const owner = await signUp(server.origin, 'Owner');
  const place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  // The largest of the app's files, which does not fit into a connection's buffers.
  const [converter = ''] = readdirSync('dist/app/assets').filter((name) => /^ffmpeg-core.*\.wasm$/.test(name));

  const sockets: Socket[] = [];
  const [readers, uploads, honest] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const dial = (ports: Set<number>, head: readonly string[], socket = connect(port, 'localhost')): Socket => {
    socket.on('error', () => undefined);
    socket.once('connect', () => ports.add(socket.localPort ?? 0));
    socket.write(`${[...head, 'Host: localhost'].join('\r\n')}\r\n\r\n`);
    sockets.push(socket);
    return socket;
  };
  const read = (ports: Set<number>, socket?: Socket): Socket =>
    dial(ports, [`GET /assets/${converter} HTTP/1.1`], socket);
  const send = async (ports: Set<number>): Promise<Socket> => {
    const id = await beginUpload(server.origin, owner, place, UPLOAD_BYTES);
    return dial(ports, [
      `PATCH ${RESUMABLE_PATH}/${id} HTTP/1.1`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${UPLOAD_BYTES}`,
      `Authorization: Bearer ${owner.token}`,
    ]);
  };
  for (let index = 0; index < READERS; index++) read(readers).pause();
  const trickling: Socket[] = [];
  for (let index = 0; index < UPLOADS; index++) trickling.push(await send(uploads));
  const piece = Buffer.alloc(SLOW_BYTES_PER_S / 10);
  for (let index = 0; index < HONEST; index++) {
    read(honest, connectSlowly(port));
    const sending = await send(honest);
    const timer = setInterval(() => sending.write(piece), 100);
    sending.once('close', () => clearInterval(timer));
  }
  const drip = setInterval(() => {
    for (const socket of trickling) socket.write('a');
  }, 10_000);

  await wait(WATCHED_S * 1000);
  expect([readers.size, uploads.size, honest.size]).toEqual([READERS, UPLOADS, 2 * HONEST]);
  const open = await openPorts(port);
  const among = (ports: Set<number>): number => [...ports].filter((each) => open.has(each)).length;
  console.log(
    `open after ${WATCHED_S} s: ${among(readers)} of ${readers.size} readers, ${among(uploads)} of ${uploads.size} uploads, ${among(honest)} of ${honest.size} slow phones`,
  );
  expect([among(readers), among(uploads), among(honest)]).toEqual([0, 0, 2 * HONEST]);

  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  server.child.kill('SIGTERM');
  await server.ended;
  await rm(dataDir, { recursive: true });
}, 180_000);

/**
 * Connects a reader as slow as a slow line. It takes little at a time, so that the system doesn't enlarge the buffer before
 * it: from a large one it reports what was read only after a minute, which no line does.
 */
function connectSlowly(port: number): Socket {
  const buffer = Buffer.alloc(SLOW_BYTES_PER_S / 10);
  const callback = (): boolean => {
    setTimeout(() => socket.resume(), 100);
    return false;
  };
  const socket: Socket = connect({ port, host: 'localhost', onread: { buffer, callback } });
  return socket;
}

/** Returns the client ports of connections that are still open on the server's side, as the system lists them. */
async function openPorts(serverPort: number): Promise<Set<number>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const ports = new Set<number>();
  for (const line of tables.join('\n').split('\n')) {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16);
    // 01 is an established connection.
    if (state === '01' && portOf(local) === serverPort) ports.add(portOf(remote));
  }
  return ports;
}
