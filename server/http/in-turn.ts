import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** Most requests of a connection that may wait behind the one in hand. Neither browsers nor proxies send any ahead of a response. */
const MOST_WAITING = 16;

/**
 * Gives a connection's requests to `handle` one after the other: each only once the responses before it have been sent, and
 * what others have asked meanwhile was looked at. One that still waits when its connection ends is never handled: Node tells
 * the response that has the connection of its end, and none of those behind it, so whatever they hold would stay for good.
 */
export function inTurn(handle: RequestListener, log: Logger): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    // What had arrived with a request too many.
    if (socket.destroyed) return;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) {
      log.info({ mostWaiting: MOST_WAITING }, 'closed a connection that sent too many requests ahead of its responses');
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    // Node sends it when a response gets the connection, in the order of the requests.
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(() => {
        if (!response.destroyed) handle(request, response);
      });
    });
  };
}
