import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** More connections than the queue of the server takes. */
const FILLERS = 8;
/** How many a queue of 1 takes on Linux. */
const QUEUED = 2;

/** Listens, and sleeps before it accepts anybody, until its number is no longer 0. */
const LISTENER = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
    process.exit();
  });
`;

/** A server whose queue of connections is full: what else is sent to it is dropped, as by a wall that gives no answer. */
export interface FullServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts it, and fills its queue. */
export async function startFullServer(): Promise<FullServer> {
  const isOver = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(LISTENER, { eval: true, workerData: isOver });
  const [port] = (await once(worker, 'message')) as [number];
  const fillers: Socket[] = [];
  await new Promise<void>((resolve) => {
    let queued = 0;
    for (let filler = 0; filler < FILLERS; filler++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('connect', () => {
        queued += 1;
        if (queued === QUEUED) resolve();
      });
      fillers.push(socket);
    }
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const exit = once(worker, 'exit');
      Atomics.store(isOver, 0, 1);
      Atomics.notify(isOver, 0);
      await exit;
      for (const socket of fillers) socket.destroy();
    },
  };
}
