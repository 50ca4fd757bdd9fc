import { createServer } from 'node:net';
import { type Listening, listen } from './listen.ts';

/** A server that takes every connection and never sends a byte, as a network does that is no more than shown. */
export interface SilentServer extends Listening {
  /** How many connections it took. */
  readonly taken: number;
}

/** Starts it at this origin's port, which must be free; at any, without one. */
export async function startSilentServer(origin?: string): Promise<SilentServer> {
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    socket.on('error', () => {});
    socket.resume();
  });
  const listening = await listen(server, origin === undefined ? 0 : Number(new URL(origin).port));
  return {
    ...listening,
    get taken() {
      return taken;
    },
  };
}
