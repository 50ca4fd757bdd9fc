import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from './engine.ts';
import { watchPageScript } from './watch-page-script.ts';

/** The network between a browser and the server: the same in every engine. */
export interface Front {
  readonly origin: string;
  /** Paths that were asked for, with their queries, in order. */
  readonly asked: string[];
  /** Paths whose responses were sent to their ends, in order. */
  readonly delivered: string[];
  /** Refuses every connection from now on, and cuts those that are open. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  stop(): Promise<void>;
}

/** The first script that the app's page loads, which is there without a network, too. */
const FIRST_SCRIPT = '/old-browser.js';

/** Starts it on a free port before the server at `target`. */
export async function startFront(target: string, { pageScript }: Pick<Engine, 'pageScript'>): Promise<Front> {
  const [asked, delivered]: [string[], string[]] = [[], []];
  const start = async (port: number): Promise<Server> => {
    const server = createServer((incoming, outgoing) => {
      const { method, headers, url = '/' } = incoming;
      asked.push(url);
      const addition = url.split('?')[0] === FIRST_SCRIPT ? `(${watchPageScript})();${pageScript}` : '';
      const sent = addition === '' ? headers : { ...headers, 'accept-encoding': 'identity' };
      const onward = request(new URL(url, target), { method, headers: sent }, (answer) => {
        const { 'content-length': length, ...others } = answer.headers;
        const added = length === undefined || answer.statusCode !== 200 ? 0 : Buffer.byteLength(addition);
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...others,
          ...(length === undefined ? {} : { 'content-length': String(Number(length) + added) }),
        });
        if (added > 0) outgoing.write(addition);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      outgoing.on('finish', () => delivered.push(url));
      outgoing.on('close', () => onward.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, 'localhost', resolve);
    });
    return server;
  };
  let server: Server | null = await start(0);
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const open = server;
    server = null;
    open?.closeAllConnections();
    await new Promise<void>((resolve) => (open === null ? resolve() : open.close(() => resolve())));
  };
  return {
    origin: `http://localhost:${port}`,
    asked,
    delivered,
    goOffline: stop,
    goOnline: async () => {
      server ??= await start(port);
    },
    stop,
  };
}
