import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of another one that notes what it is asked for: what a browser's cache answers never gets there. */
export interface CountingProxy {
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  /**
   * Holds the next answer to a path that matches, after so many bytes of its body.
   *
   * @returns a function that breaks it off; what the browser has not read by then is lost
   */
  holdNext(path: RegExp, afterBytes: number): () => void;
  stop(): Promise<void>;
}

/** Starts the proxy in front of the server at `target`. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const asked: string[] = [];
  let fault: { readonly path: RegExp; readonly afterBytes: number } | null = null;
  let held: ServerResponse | null = null;

  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    asked.push(url);
    const holds = fault?.path.test(url) === true ? fault : null;
    if (holds !== null) [fault, held] = [null, outgoing];
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (holds === null) answer.pipe(outgoing);
      else answer.on('data', sendUntil(outgoing, holds.afterBytes));
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    holdNext: (path, afterBytes) => {
      fault = { path, afterBytes };
      return () => held?.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Passes pieces of a body on, up to so many bytes. */
function sendUntil(outgoing: ServerResponse, afterBytes: number): (piece: Buffer) => void {
  let leftBytes = afterBytes;
  return (piece) => {
    const part = piece.subarray(0, leftBytes);
    leftBytes -= part.length;
    if (part.length > 0) outgoing.write(part);
  };
}
