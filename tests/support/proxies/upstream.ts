import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a test behind a proxy; it is always healthy, where the proxy asks. */
export interface Upstream {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** Methods and paths that were asked for, `/healthz` left out. */
  readonly asked: string[];
  stop(): Promise<void>;
}

/** Starts a server that answers as told. */
export async function startUpstream(answer: RequestListener): Promise<Upstream> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.end();
      return;
    }
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
