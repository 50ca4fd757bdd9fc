import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ErrorBody } from '../../contracts/errors.ts';
import { addressKey } from './client-address.ts';

/** Time for read requests to finish after the stop signal: unlike uploads they can easily be retried. */
const READERS_GRACE_MS = 10_000;

/** Time for the rest of a body to arrive after its request was answered: it is no longer read. */
const UNREAD_BODY_MS = 10_000;

/** How long an idle connection stays open: longer than proxies leave theirs open (deploy/ sets 60 s). */
export const IDLE_MS = 75_000;

/** Interval at which idle connections are closed while stopping. */
const SWEEP_MS = 100;

/** Minimum transfer rate in bytes per second: a tenth of a phone on 2G. Faster connections may pause for longer. */
const LEAST_BYTES_PER_S = 2000;
/** The initial share of the allowance of a connection that has not transferred anything yet. */
const FIRST_PATIENCE = 0.6;
/** Number of checks per `stallMs`. */
const LOOKS = 10;

/** The time limits of connections. */
export interface ConnectionOptions {
  readonly log: Logger;
  /** Idle time of a body, or of a response's reader, before the connection is closed. */
  readonly stallMs: number;
  /** Time for uploads and other changes to finish after the stop signal. */
  readonly graceMs: number;
  /** By default {@link UNREAD_BODY_MS}. */
  readonly unreadBodyMs?: number;
  /** By default {@link LEAST_BYTES_PER_S}. */
  readonly leastBytesPerS?: number;
  /** Maximum connections of one address; unlimited by default. */
  readonly mostOfAddress?: number;
  /** Whether an address is a proxy's, whose connections belong to many clients. By default none is. */
  readonly isProxy?: (address: string) => boolean;
}

/** The connections of one server. */
export interface Connections {
  /**
   * Accepts no new connections, closes idle ones, and resolves once all are closed. Requests that change something get
   * `graceMs`, those that only read a shorter time; then the remaining connections are closed.
   */
  stop(): Promise<void>;
}

/**
 * Returns how long a connection may still pause, in milliseconds, from the previous value and its progress since. A
 * connection slower than `leastBytesPerS` uses it up; a faster one regains it, up to `patienceMs`.
 */
export function patienceLeft(
  leftMs: number,
  since: { readonly ms: number; readonly bytes: number },
  { leastBytesPerS, patienceMs }: { readonly leastBytesPerS: number; readonly patienceMs: number },
): number {
  return Math.min(patienceMs, leftMs + (since.bytes / leastBytesPerS) * 1000 - since.ms);
}

/** A running request, and the progress of its connection at the last check. */
interface Running {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  leftMs: number;
  bytesRead: number;
  written: Written;
  /** Bytes in the system's send queue at that time; null if not read. */
  queuedBytes: number | null;
}

/**
 * Manages a server's connections, and passes their requests to `handle`, those of one connection one after the other.
 * Must be called before the server listens, and replaces a 'request' listener.
 */
export function watchConnections(server: Server, handle: RequestListener, options: ConnectionOptions): Connections {
  const { log, stallMs, graceMs, unreadBodyMs = UNREAD_BODY_MS, leastBytesPerS = LEAST_BYTES_PER_S } = options;
  const running = new Map<Duplex, Running>();
  const opened = new Set<Socket>();
  server.on('connection', (socket) => {
    opened.add(socket);
    socket.once('close', () => opened.delete(socket));
  });
  boundByAddress(server, options);
  const watch: RequestListener = (request, response) => {
    const { socket } = request;
    running.set(socket, {
      request,
      response,
      leftMs: stallMs * FIRST_PATIENCE,
      bytesRead: socket.bytesRead,
      written: writtenTo(socket),
      queuedBytes: null,
    });
    response.once('finish', () => {
      if (!request.complete) closeUnlessComplete(request, unreadBodyMs);
    });
    response.once('close', () => {
      if (running.get(socket)?.response === response) running.delete(socket);
    });
    handle(request, response);
  };
  server.on('request', handleInOrder(watch, log));

  const lookMs = stallMs / LOOKS;
  let lookedMs = performance.now();
  const look = async (): Promise<void> => {
    // While the server itself was busy no connection could transfer anything.
    const ms = Math.min(2 * lookMs, performance.now() - lookedMs);
    lookedMs = performance.now();
    const waiting = [...running.values()].flatMap((call) => {
      const { request } = call;
      const { socket } = request;
      const { bytesRead } = socket;
      const written = writtenTo(socket);
      const bytes = bytesRead - call.bytesRead + bytesBetween(call.written, written);
      Object.assign(call, { bytesRead, written });
      // Bytes that have arrived but are unread wait for the server, not for the client.
      const isArriving = !request.complete && request.readableLength === 0;
      const isTaken = socket.writableLength > 0;
      return isArriving || isTaken ? [{ call, bytes, isTaken, socket }] : [];
    });
    const isDoubted = ({ call, isTaken }: (typeof waiting)[number]): boolean => isTaken && call.leftMs <= 3 * lookMs;
    const queues = waiting.some(isDoubted) ? await readSendQueues() : new Map<string, number>();
    for (const { call, bytes, isTaken, socket } of waiting) {
      const queued = queues.get(queueKey(socket)) ?? null;
      const brought = queued === null || call.queuedBytes === null ? bytes : Math.max(bytes, call.queuedBytes - queued);
      call.queuedBytes = queued;
      call.leftMs = patienceLeft(call.leftMs, { ms, bytes: brought }, { leastBytesPerS, patienceMs: stallMs });
      if (call.leftMs > 0) continue;
      // A player that is paused for long is not at fault: it requests the rest by range.
      const told = isTaken
        ? 'closed a connection whose reader stood still'
        : 'closed a connection whose request body stalled';
      log[isTaken ? 'info' : 'warn']({ method: call.request.method, stallMs, leastBytesPerS }, told);
      socket.destroy();
    }
  };
  const looks = setInterval(() => void look(), lookMs).unref();
  server.once('close', () => clearInterval(looks));

  server.keepAliveTimeout = IDLE_MS;
  server.timeout = stallMs;
  server.on('timeout', (socket) => {
    const call = running.get(socket);
    // Processing a request may take long; stalled transfers are detected above.
    if (call === undefined) socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    // A response would be read as part of the one that has begun.
    if (running.get(socket)?.response.headersSent) socket.destroy();
    else respondToBroken(log, error, socket);
  });

  return {
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        // Browsers open connections ahead of need; until the first request Node counts them as busy.
        for (const socket of opened) if (socket.bytesRead === 0) socket.destroy();
      }, SWEEP_MS);
      const readers = setTimeout(
        () => {
          for (const [socket, { request }] of running) if (isReading(request)) socket.destroy();
        },
        Math.min(READERS_GRACE_MS, graceMs),
      );
      const rest = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(readers);
      clearTimeout(rest);
    },
  };
}

/** How much of the data written to a connection the system has accepted: what its other end has read, and some more. */
interface Written {
  /** Bytes of all finished writes. */
  readonly doneBytes: number;
  /** Bytes left of the running write, which may be an entire response. */
  readonly leftBytes: number;
}

function writtenTo(socket: Socket): Written {
  // Node itself uses this field, for its own timeout, to tell whether a long write progresses.
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return { doneBytes: socket.bytesWritten - socket.writableLength, leftBytes: handle?.writeQueueSize ?? 0 };
}

function bytesBetween(before: Written, now: Written): number {
  return Math.max(now.doneBytes - before.doneBytes, before.leftBytes - now.leftBytes, 0);
}

/** Closes connections beyond the maximum of one address. */
function boundByAddress(
  server: Server,
  { log, mostOfAddress = Number.POSITIVE_INFINITY, isProxy = () => false }: ConnectionOptions,
): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const key = addressKey(remoteAddress);
    const count = (counts.get(key) ?? 0) + 1;
    if (count > mostOfAddress) {
      log.info({ mostOfAddress }, 'closed a connection of an address that has too many');
      socket.destroy();
      return;
    }
    counts.set(key, count);
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    });
  });
}

/** Closes a connection whose body is still arriving after `withinMs`: a byte now and then would hold it for hours. */
function closeUnlessComplete(request: IncomingMessage, withinMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, withinMs);
  timer.unref();
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Responds, in the contract's form, to bytes that Node could not parse as a request. */
function respondToBroken(log: Logger, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message } = REASONS[error.code ?? ''] ?? MALFORMED;
  const requestId = randomUUID();
  log.info({ requestId, status: Number.parseInt(status, 10), reason: error.code }, 'refused a malformed request');
  const body = JSON.stringify({ error: { code, message, requestId } } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

type Reason = { readonly status: string; readonly code: ErrorBody['error']['code']; readonly message: string };

const MALFORMED: Reason = { status: '400 Bad Request', code: 'invalid_request', message: 'Malformed request' };

const REASONS: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: "The request's URL and headers are larger than this server accepts",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_request',
    message: 'The request took too long to arrive',
  },
};

/** Maximum requests of a connection behind the current one. Neither browsers nor proxies send any before a response. */
const WAITING_MAX = 16;

/**
 * Passes a connection's requests to `handle` one after the other, with other connections' turns in between. One that
 * still waits when its connection ends is never handled: Node would not report the end to it, so nothing would be
 * released.
 */
function handleInOrder(handle: RequestListener, log: Logger): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    // Such requests had arrived together with one too many.
    if (socket.destroyed) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= WAITING_MAX) {
      log.info({ mostWaiting: WAITING_MAX }, 'closed a connection that sent too many requests ahead of its responses');
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    // Node emits 'socket' when a response gets the connection, in the order of the requests.
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(() => {
        if (!response.destroyed) handle(request, response);
      });
    });
  };
}

/** Bytes in the system's send queues, by {@link queueKey} of the connection. */
type SendQueues = ReadonlyMap<string, number>;

/** Identifies a connection by its two ports. Several with the same ports are added up. */
export function queueKey(ends: {
  readonly localPort?: number | undefined;
  readonly remotePort?: number | undefined;
}): string {
  return `${ends.localPort} ${ends.remotePort}`;
}

/**
 * Reads exactly how much the system has yet to send, of which a process learns too little and too late. Empty where the
 * system has no such list (Linux does).
 */
async function readSendQueues(): Promise<SendQueues> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return parseSendQueues(tables.join('\n'));
}

/** Parses the Linux tables `/proc/net/tcp` and `/proc/net/tcp6`. */
export function parseSendQueues(tables: string): SendQueues {
  const queues = new Map<string, number>();
  const line = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm;
  for (const [, local = '', remote = '', queued = ''] of tables.matchAll(line)) {
    const [localPort, remotePort, bytes] = [local, remote, queued].map((digits) => Number.parseInt(digits, 16));
    const key = queueKey({ localPort, remotePort });
    queues.set(key, (queues.get(key) ?? 0) + (bytes ?? 0));
  }
  return queues;
}
