import { createReadStream, type ReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connections, watchConnections } from '../../../server/http/connections.ts';
import { createLog } from '../../../server/log.ts';
import { makeFolder } from '../../support/test-folder.ts';

/** More bytes than the system buffers for a connection whose other end reads nothing. */
const FILE_BYTES = 16 * 2 ** 20;

let server: Server;
let connections: Connections;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await connections.stop();
});

async function start(handle: RequestListener): Promise<void> {
  server = createServer();
  connections = watchConnections(server, handle, { log: createLog('silent'), stallMs: 60_000, graceMs: 60_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Sends a text in one write over a new connection; returns the received text and its end. */
function send(text: string): { socket: Socket; heard(): string; ended: Promise<void> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (piece: Buffer) => {
    heard += piece.toString();
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(text);
  return { socket, heard: () => heard, ended };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('requests that arrive in one write', () => {
  // Node answers these itself, in their order, and no handler sees them.
  const between: [string, string][] = [
    ['nothing', ''],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['an expectation that nobody knows', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n'],
  ];
  test.each(between)('leave no file open and no response unfinished, with %s between them', async (_, text) => {
    const dir = await makeFolder();
    const file = join(dir, 'file');
    await writeFile(file, Buffer.alloc(FILE_BYTES));
    const opened = new Set<ReadStream>();
    let handled = 0;
    let closed = 0;
    await start((_, response) => {
      handled++;
      const stream = createReadStream(file);
      opened.add(stream.once('close', () => opened.delete(stream)));
      response.once('close', () => closed++);
      pipeline(stream, response).catch(() => undefined);
    });
    const callers = Array.from({ length: 10 }, () => send(get('/') + text + get('/').repeat(2)));
    // Some callers read the first response and a part of the second, others nothing.
    for (const { socket } of callers.slice(0, 8)) socket.pause();
    await expect.poll(() => handled).toBeGreaterThanOrEqual(10);
    await expect.poll(() => callers[9]?.heard().length).toBeGreaterThan(1000);
    for (const { socket } of callers) socket.destroy();
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
    await expect.poll(() => opened.size).toBe(0);
    await expect.poll(() => handled - closed).toBe(0);
  });

  test('are handled one at a time and answered in order, also with bodies and expectations', async () => {
    let running = 0;
    let mostRunning = 0;
    await start(async (request, response) => {
      running++;
      mostRunning = Math.max(mostRunning, running);
      response.once('close', () => running--);
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      // The earlier a request, the longer it takes.
      for (let turns = 20 - Number(request.url?.slice(1)); turns > 0; turns--) await new Promise(setImmediate);
      response.end(`<${request.url} ${Buffer.concat(pieces)}>`);
    });
    const post = (path: string, line: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\n${line}Content-Length: 4\r\n\r\nfour`;
    const texts = Array.from({ length: 15 }, (_, at) => get(`/${at}`));
    const caller = send([...texts, post('/15', ''), post('/16', 'Expect: 100-continue\r\n')].join(''));
    await expect.poll(caller.heard).toContain('</16 four>');
    const expected = Array.from({ length: 17 }, (_, at) => `</${at} ${at < 15 ? '' : 'four'}>`);
    expect(caller.heard().match(/<.*?>/g)).toEqual(expected);
    expect(
      caller
        .heard()
        .match(/HTTP\/1.1 \d+/g)
        ?.slice(-3),
    ).toEqual(['HTTP/1.1 200', 'HTTP/1.1 100', 'HTTP/1.1 200']);
    expect(mostRunning).toBe(1);
    // The connection continues to work.
    caller.socket.write(get('/18'));
    await expect.poll(caller.heard).toContain('</18 >');
  });

  test.each([17, 1000])('let other connections’ requests in between, also when they are %i', async (count) => {
    const handled: string[] = [];
    let other: Socket | undefined;
    await start((request, response) => {
      handled.push(request.url ?? '');
      if (request.url === '/many') {
        other?.write(get('/other'));
        other = undefined;
      }
      response.end(request.url);
    });
    const first = send(get('/first'));
    await expect.poll(first.heard).toContain('/first');
    other = first.socket;
    send(get('/many').repeat(count));
    await expect.poll(() => handled).toContain('/other');
    expect(handled.indexOf('/other')).toBeLessThan(8);
  });

  test('end their connection if they are too many, and only the first is handled', async () => {
    let handled = 0;
    let closed = 0;
    await start((_, response) => {
      handled++;
      response.once('close', () => closed++);
    });
    const caller = send(get('/').repeat(18));
    await caller.ended;
    await expect.poll(() => closed).toBe(1);
    expect(handled).toBe(1);
  });

  test('end their connection if one is malformed, without a message inside a running response', async () => {
    await start((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('begun');
    });
    const caller = send(get('/'));
    await expect.poll(caller.heard).toContain('begun');
    caller.socket.write('hello\r\n\r\n');
    await caller.ended;
    expect(caller.heard()).toMatch(/begun$/);
  });
});
