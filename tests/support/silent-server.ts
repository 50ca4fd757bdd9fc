import { createServer, type Socket } from 'node:net';

/** A server that takes every connection and never sends a byte, as a network does that is no more than shown. */
export interface SilentServer {
  /** How many connections it took. */
  readonly taken: number;
  stop(): Promise<void>;
}

/** Starts it at this origin's port, which must be free. */
export async function startSilentServer(origin: string): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(new URL(origin).port), 'localhost', resolve);
  });
  return {
    get taken() {
      return taken;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
