import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/**
 * Maximum number of a connection's requests that may wait behind the current one. Neither browsers nor proxies send any
 * before a response.
 */
const MOST_WAITING = 16;

/**
 * Passes a connection's requests to `handle` one after the other: each only after the earlier responses have been sent,
 * and after other connections had their turn of the event loop. A request that still waits when its connection ends is
 * never handled: Node reports the end only to the current response, so resources of the waiting ones would never be
 * released.
 */
export function inTurn(handle: RequestListener, log: Logger): RequestListener {
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
    if (before >= MOST_WAITING) {
      log.info({ mostWaiting: MOST_WAITING }, 'closed a connection that sent too many requests ahead of its responses');
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
