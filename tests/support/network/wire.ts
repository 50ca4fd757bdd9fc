import { connect, createServer, type Socket } from 'node:net';
import { type Listening, listen } from './listen.ts';

/** A stretch of the network between a client and a server, which a test can cut and listen to. */
export interface Wire extends Listening {
  /** Bytes that have gone from the client to the server, headers and all. */
  readonly upBytes: number;
  /** Cuts every connection once `bytes` more were uploaded; resolves then. Refuses new ones until {@link mend}. */
  cutAfter(bytes: number): Promise<void>;
  /** Lets connections through again. */
  mend(): void;
}

/** Lays a wire to the server at this origin. */
export async function layWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let upBytes = 0;
  let isWhole = true;
  let cut: { readonly at: number; readonly done: () => void } | null = null;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (!isWhole) {
      client.destroy();
      return;
    }
    const onward = connect(Number(port), hostname);
    keep(onward);
    client.on('data', (bytes) => {
      upBytes += bytes.length;
      if (cut === null || upBytes < cut.at) return;
      isWhole = false;
      for (const socket of sockets) socket.destroy();
      cut.done();
      cut = null;
    });
    client.pipe(onward).pipe(client);
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
  });
  const listening = await listen(server);
  return {
    ...listening,
    get upBytes() {
      return upBytes;
    },
    cutAfter: (bytes) =>
      new Promise((done) => {
        cut = { at: upBytes + bytes, done };
      }),
    mend: () => {
      isWhole = true;
    },
  };
}
