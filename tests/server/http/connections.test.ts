import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../contracts/errors.ts';
import {
  type ConnectionOptions,
  type Connections,
  patienceLeft,
  watchConnections,
} from '../../../server/http/connections.ts';
import { createLog } from '../../../server/log.ts';

let server: Server;
let port: number;
let connections: Connections;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await connections.stop();
});

/** More bytes than the system buffers for a connection whose other end reads nothing. */
const LARGE = Buffer.alloc(32 * 2 ** 20, 'a');

/** Answers after the whole body; `/held` only when `release` is called, `/unread` at once, `/large` with `LARGE`. */
let release: () => void = () => undefined;
async function start({
  stallMs = 60_000,
  graceMs = 60_000,
  unreadBodyMs = 60_000,
  leastBytesPerS = 2000,
  mostOfAddress = 1000,
  isProxy = () => false,
}: Partial<Omit<ConnectionOptions, 'log'>> = {}): Promise<void> {
  const handle: RequestListener = (request, response) => {
    if (request.url === '/large') {
      response.end(LARGE);
      return;
    }
    if (request.url === '/unread') {
      response.end('no');
      return;
    }
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      const answer = () => response.end(`got ${bytes}`);
      if (request.url === '/held') release = answer;
      else answer();
    });
  };
  const log = createLog('silent');
  server = createServer();
  connections = watchConnections(server, handle, {
    log,
    stallMs,
    graceMs,
    unreadBodyMs,
    leastBytesPerS,
    mostOfAddress,
    isProxy,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}

/** Opens a connection that sends texts, collects the received text and knows when it has ended. */
function dial(socket = connect(port, '127.0.0.1')): { say(text: string): void; heard(): string; ended: Promise<void> } {
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { say: (text) => socket.write(text), heard: () => heard, ended };
}

const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';

describe('a connection', () => {
  test('stays open while idle for longer than the idle time of proxies', async () => {
    await start();
    const idle = dial();
    idle.say(`${POST}four`);
    await expect.poll(idle.heard).toContain('got 4');
    expect(Number(/Keep-Alive: timeout=(\d+)/.exec(idle.heard())?.[1])).toBeGreaterThan(60);
  });

  test('is closed if its body stalls, but not if it is slow', async () => {
    await start({ stallMs: 2000, leastBytesPerS: 10 });
    const stalled = dial();
    const slow = dial();
    let isCut = false;
    void stalled.ended.then(() => {
      isCut = true;
    });
    stalled.say(`${POST}a`);
    slow.say('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    let letters = 0;
    await expect
      .poll(() => {
        slow.say('1\r\na\r\n');
        letters += 1;
        return isCut;
      })
      .toBe(true);
    slow.say('0\r\n\r\n');
    await expect.poll(slow.heard).toContain(`got ${letters}`);
    expect(stalled.heard()).toBe('');
  });

  test('is closed if single bytes of its body trickle in, whatever its announced length', async () => {
    await start({ stallMs: 1000, leastBytesPerS: 2000 });
    const trickling = ['Content-Length: 100000000', 'Transfer-Encoding: chunked'].map((length) => {
      const caller = dial();
      caller.say(`POST / HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`);
      return { caller, piece: length.startsWith('C') ? 'a' : '1\r\na\r\n' };
    });
    const timer = setInterval(() => {
      for (const { caller, piece } of trickling) caller.say(piece);
    }, 50);
    await Promise.all(trickling.map(({ caller }) => caller.ended));
    clearInterval(timer);
    for (const { caller } of trickling) expect(caller.heard()).toBe('');
  });

  test('is closed if its reader reads nothing, and a reader who continues gets the whole response', async () => {
    await start({ stallMs: 1000 });
    const standing = connect(port, '127.0.0.1');
    sockets.push(standing);
    standing.on('error', () => undefined);
    standing.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(1);
    await expect.poll(open).toBe(0);
    let bytes = 0;
    const reader = connect(port, '127.0.0.1');
    sockets.push(reader);
    reader.on('data', (piece) => {
      bytes += piece.length;
      // Like a slow line: the single write of the response takes two seconds and more in all.
      reader.pause();
      setTimeout(() => reader.resume(), piece.length / 12_000);
    });
    reader.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => bytes).toBeGreaterThan(LARGE.length);
  });

  test('is refused above the limit of its address, unless that is a proxy', async () => {
    await start({ mostOfAddress: 3 });
    const three = [dial(), dial(), dial()];
    for (const caller of three) caller.say(`${POST}four`);
    for (const caller of three) await expect.poll(caller.heard).toContain('got 4');
    const fourth = dial();
    await fourth.ended;
    sockets[0]?.destroy();
    await three[0]?.ended;
    await expect
      .poll(async () => {
        const again = dial();
        again.say(`${POST}four`);
        await Promise.race([again.ended, expect.poll(again.heard).toContain('got 4')]);
        return again.heard();
      })
      .toContain('got 4');
    await connections.stop();

    await start({ mostOfAddress: 3, isProxy: (address) => address.endsWith('127.0.0.1') });
    const many = Array.from({ length: 5 }, () => dial());
    for (const caller of many) caller.say(`${POST}four`);
    for (const caller of many) await expect.poll(caller.heard).toContain('got 4');
  });

  test('is closed soon after the response if its unread body trickles in, also for many at once', async () => {
    await start({ unreadBodyMs: 300 });
    const answered = Array.from({ length: 50 }, () => dial());
    for (const caller of answered) caller.say('POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n');
    const trickling = setInterval(() => {
      for (const caller of answered) caller.say(' ');
    }, 20);
    await Promise.all(answered.map(({ ended }) => ended));
    clearInterval(trickling);
    for (const caller of answered) expect(caller.heard()).toContain('HTTP/1.1 200');
  });

  test('serves the next request if the unread body arrives soon', async () => {
    await start({ unreadBodyMs: 2000 });
    const caller = dial();
    let isCut = false;
    void caller.ended.then(() => {
      isCut = true;
    });
    caller.say('POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
    await expect.poll(caller.heard).toContain('HTTP/1.1 200');
    caller.say('cd');
    const other = dial();
    other.say('POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
    await other.ended;
    expect(isCut).toBe(false);
    caller.say(`${POST}abcd`);
    await expect.poll(caller.heard).toContain('got 4');
  });

  test('stays open while a response takes long', async () => {
    await start({ stallMs: 1000 });
    const patient = dial();
    patient.say('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
    const other = dial();
    other.say(`${POST}a`);
    await other.ended;
    release();
    await expect.poll(patient.heard).toContain('got 0');
  });
});

describe('the patience with a slow connection', () => {
  const PACE = { leastBytesPerS: 2000, patienceMs: 50_000 };
  /** Returns the second in which patience ends for a connection that moves these bytes per second; null for never. */
  function endOf(bytesAt: (second: number) => number): number | null {
    let leftMs = 30_000;
    for (let second = 1; second <= 3600; second++) {
      leftMs = patienceLeft(leftMs, { ms: 1000, bytes: bytesAt(second) }, PACE);
      if (leftMs <= 0) return second;
    }
    return null;
  }

  test('ends within about 50 s for a peer that moves almost nothing', () => {
    expect(endOf(() => 0)).toBe(30);
    expect(endOf((second) => (second % 10 === 0 ? 1 : 0))).toBe(31);
    expect(endOf(() => 1000)).toBe(60);
    // The part of an unread response that the system buffers.
    expect(endOf((second) => (second === 1 ? 4_000_000 : 0))).toBe(51);
  });

  test('does not end for a phone on 2G, even if the system passes its bytes on in large pieces', () => {
    expect(endOf(() => 20_000)).toBeNull();
    expect(endOf((second) => (second % 45 === 1 ? 900_000 : 0))).toBeNull();
    // A tunnel of 45 s every two minutes.
    expect(endOf((second) => (second % 120 > 75 ? 0 : 20_000))).toBeNull();
  });
});

describe('a malformed request', () => {
  const broken: [string, string, number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a header with a control character', 'GET / HTTP/1.1\r\nHost: a\r\nX: \u0001\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na',
      400,
    ],
    ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nAuthorization: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ];
  test.each(broken)('as %s, gets a response in the contract’s form', async (_, text, status) => {
    await start();
    const caller = dial();
    caller.say(text);
    await caller.ended;
    expect(caller.heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [head = '', body = ''] = caller.heard().split('\r\n\r\n');
    const { error } = ErrorBody.parse(JSON.parse(body));
    expect(head).toContain(`X-Request-Id: ${error.requestId}`);
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(head).toContain("frame-ancestors 'none'");
  });
});

describe('a server that is stopping', () => {
  test('closes connections that browsers opened ahead of need', async () => {
    await start();
    const unused = dial();
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(1);
    await connections.stop();
    await unused.ended;
  });

  test('accepts no new connection, closes idle ones, and finishes requests that change something', async () => {
    await start();
    const idle = dial();
    idle.say(`${POST}abcd`);
    await expect.poll(idle.heard).toContain('got 4');
    const upload = dial();
    upload.say(`${POST}a`);
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2);
    const stopped = connections.stop();
    await idle.ended;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    upload.say('bcd');
    await expect.poll(upload.heard).toContain('got 4');
    await stopped;
  });

  test('closes unfinished connections after the grace period', async () => {
    await start({ graceMs: 200 });
    const upload = dial();
    upload.say(`${POST}a`);
    const reader = dial();
    reader.say('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(2);
    await connections.stop();
    await Promise.all([upload.ended, reader.ended]);
  });
});
