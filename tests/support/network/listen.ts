import type { AddressInfo, Server, Socket } from 'node:net';

/** A server of a test that listens on this machine. */
export interface Listening {
  /** Its address as HTTP has it. */
  readonly origin: string;
  readonly port: number;
  /** Cuts every connection, and lets nobody in any more. */
  stop(): Promise<void>;
}

/** Lets a server listen, on a free port unless told which. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    origin: `http://localhost:${taken}`,
    port: taken,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
