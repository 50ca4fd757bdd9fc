import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ErrorBody } from '../../contracts/errors.ts';
import { addressKey } from './client-address.ts';
import { inTurn } from './in-turn.ts';
import { queueKey, readSendQueues } from './send-queues.ts';

/** How long read requests may run after the stop signal: unlike uploads they can easily be retried. */
const READERS_GRACE_MS = 10_000;

/** How long the rest of a body may still arrive once its request has its response: nobody reads it any more. */
const UNREAD_BODY_MS = 10_000;

/**
 * How long an idle connection stays open. Proxies must end theirs sooner (deploy/ sets 60 s), or a request meets the closing.
 */
export const IDLE_MS = 75_000;

/** How often idle connections are closed while stopping. */
const SWEEP_MS = 100;

/**
 * What a connection must bring or take, in bytes a second: a tenth of what a phone on 2G does (20 kB/s). So much faster than it
 * a phone may be for a while, and stand still as long later: see {@link patienceLeft}.
 */
const LEAST_BYTES_PER_S = 2000;
/** The part of its patience that the server has with a connection from which nothing has come yet. */
const FIRST_PATIENCE = 0.6;
/** How often it looks, in each patience. */
const LOOKS = 10;

/** The time limits of connections. */
export interface ConnectionOptions {
  readonly log: Logger;
  /** How long a body, or the reader of a response, may stand still before the connection is closed. */
  readonly stallMs: number;
  /** How long uploads and other changes may run after the stop signal. */
  readonly graceMs: number;
  /** By default {@link UNREAD_BODY_MS}. */
  readonly unreadBodyMs?: number;
  /** By default {@link LEAST_BYTES_PER_S}. */
  readonly leastBytesPerS?: number;
  /** Most connections of one address; by default any number. */
  readonly mostOfAddress?: number;
  /** Whether an address is that of a proxy, whose connections are those of many. By default none is. */
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
 * How long a connection may go on standing still, in milliseconds, by how long it might before and what it has moved since.
 * A slower connection than `leastBytesPerS` uses it up; a faster one wins it back, up to `patienceMs`.
 */
export function patienceLeft(
  leftMs: number,
  since: { readonly ms: number; readonly bytes: number },
  { leastBytesPerS, patienceMs }: { readonly leastBytesPerS: number; readonly patienceMs: number },
): number {
  return Math.min(patienceMs, leftMs + (since.bytes / leastBytesPerS) * 1000 - since.ms);
}

/** A request that is not over, and how far its connection had come at the last look. */
interface Running {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  leftMs: number;
  bytesRead: number;
  written: Written;
  /** What the system had yet to bring then; null where that was not asked. */
  queuedBytes: number | null;
}

/**
 * Manages a server's connections, and gives their requests to `handle`, those of one connection one after the other. To be
 * called before it listens, in place of a 'request' listener of its own.
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
  server.on('request', inTurn(watch, log));

  const lookMs = stallMs / LOOKS;
  let lookedMs = performance.now();
  const look = async (): Promise<void> => {
    // While the server itself was busy nobody could move anything.
    const ms = Math.min(2 * lookMs, performance.now() - lookedMs);
    lookedMs = performance.now();
    const waiting = [...running.values()].flatMap((call) => {
      const { request } = call;
      const { socket } = request;
      const { bytesRead } = socket;
      const written = writtenTo(socket);
      const bytes = bytesRead - call.bytesRead + bytesBetween(call.written, written);
      Object.assign(call, { bytesRead, written });
      // What has arrived and is not read yet waits for the server, not for the client.
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
      // A player that is paused for long is no fault: it asks for the rest by range.
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
    // Processing a request may take long; what stands still is seen above.
    if (call === undefined) socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    // It would be read as a part of the response that has begun.
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

/** How much of what was written to a connection the system has taken: what its other end reads, and some that it has yet to. */
interface Written {
  /** Bytes of all writes that are over. */
  readonly doneBytes: number;
  /** Bytes that are left of the write that runs, which may be all of a response. */
  readonly leftBytes: number;
}

function writtenTo(socket: Socket): Written {
  // By this Node itself tells, for its own time limit, whether a long write goes on.
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return { doneBytes: socket.bytesWritten - socket.writableLength, leftBytes: handle?.writeQueueSize ?? 0 };
}

function bytesBetween(before: Written, now: Written): number {
  return Math.max(now.doneBytes - before.doneBytes, before.leftBytes - now.leftBytes, 0);
}

/** Closes what one address opens beyond the most of it. */
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

/**
 * Closes a connection whose body is still arriving after a while. A byte now and then would keep it open for hours, whatever
 * the response was: unknown addresses and calls without a body read none.
 */
function closeUnlessComplete(request: IncomingMessage, withinMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, withinMs);
  timer.unref();
}

function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Responds, in the contract's form, to bytes from which Node could not make a request. */
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
