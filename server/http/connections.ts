import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { ErrorBody } from '../../contracts/errors.ts';

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

/** The time limits of connections. */
export interface ConnectionOptions {
  readonly log: Logger;
  /** How long a request's body may stall before its connection is closed. */
  readonly stallMs: number;
  /** How long uploads and other changes may run after the stop signal. */
  readonly graceMs: number;
  /** By default {@link UNREAD_BODY_MS}. */
  readonly unreadBodyMs?: number;
}

/** The connections of one server. */
export interface Connections {
  /**
   * Accepts no new connections, closes idle ones, and resolves once all are closed. Requests that change something get
   * `graceMs`, those that only read a shorter time; then the remaining connections are closed.
   */
  stop(): Promise<void>;
}

/** Manages a server's connections. To be called before it listens. */
export function watchConnections(
  server: Server,
  { log, stallMs, graceMs, unreadBodyMs = UNREAD_BODY_MS }: ConnectionOptions,
): Connections {
  const running = new Map<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>();
  const opened = new Set<Socket>();
  server.on('connection', (socket) => {
    opened.add(socket);
    socket.once('close', () => opened.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    running.set(socket, { request, response });
    response.once('finish', () => {
      if (!request.complete) closeUnlessComplete(request, unreadBodyMs);
    });
    response.once('close', () => {
      if (running.get(socket)?.response === response) running.delete(socket);
    });
  });

  server.keepAliveTimeout = IDLE_MS;
  server.timeout = stallMs;
  server.on('timeout', (socket) => {
    const call = running.get(socket);
    // Processing a complete request may take long, and a paused player stops reading.
    if (call?.request.complete) return;
    if (call !== undefined)
      log.warn({ method: call.request.method, stallMs }, 'closed a connection whose request body stalled');
    socket.destroy();
  });
  server.on('clientError', (error, socket) => respondToBroken(log, error, socket));

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
