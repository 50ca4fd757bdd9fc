import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that sends each request to another server than the one before. */
export interface AlternatingProxy {
  readonly origin: string;
  /** How many requests each server got. */
  readonly sent: readonly number[];
  stop(): Promise<void>;
}

/** Starts the proxy in front of servers at these origins. */
export async function startAlternatingProxy(targets: readonly string[]): Promise<AlternatingProxy> {
  const sent = targets.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const at = turn++ % targets.length;
    sent[at] = (sent[at] ?? 0) + 1;
    const onward = request(new URL(url, targets[at]), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
