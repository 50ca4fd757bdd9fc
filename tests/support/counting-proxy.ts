import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of another one that notes what it is asked for: what a browser's cache answers never gets there. */
export interface CountingProxy {
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  /** Breaks off the next answer to a path that matches, after so many bytes of its body. */
  breakNext(path: RegExp, afterBytes: number): void;
  stop(): Promise<void>;
}

/** Starts the proxy in front of the server at `target`. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const asked: string[] = [];
  let fault: { readonly path: RegExp; readonly afterBytes: number } | null = null;

  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    asked.push(url);
    const breaks = fault?.path.test(url) === true ? fault : null;
    if (breaks !== null) fault = null;
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (breaks === null) answer.pipe(outgoing);
      else answer.on('data', sendUntil(outgoing, breaks.afterBytes));
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    breakNext: (path, afterBytes) => {
      fault = { path, afterBytes };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Passes pieces of a body on, and cuts the line after so many bytes. */
function sendUntil(outgoing: ServerResponse, afterBytes: number): (piece: Buffer) => void {
  let leftBytes = afterBytes;
  return (piece) => {
    if (leftBytes <= 0) return;
    const part = piece.subarray(0, leftBytes);
    leftBytes -= part.length;
    // Cut only once it has left, or the browser would get less.
    outgoing.write(part, () => {
      if (leftBytes <= 0) outgoing.destroy();
    });
  };
}
