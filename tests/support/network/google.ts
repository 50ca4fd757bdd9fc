import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Listening, listen } from './listen.ts';

/** The client id that test servers have at the loopback Google. */
export const CLIENT_ID = 'drop-ici.apps.example.org';

/** What the loopback Google tells about an access token. */
export interface Granted {
  readonly info: Readonly<Record<string, unknown>>;
  readonly person: Readonly<Record<string, unknown>>;
}

/** A stand-in for Google's two addresses, on loopback. */
export interface LoopbackGoogle extends Pick<Listening, 'stop'> {
  /** The environment of a server that asks this one. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests that arrived so far, as `METHOD path`. */
  readonly asked: readonly string[];
  /** Makes an access token for somebody; `over` changes what is told of it, undefined leaves a field out. */
  grant(sub: string, email: string, over?: { info?: object; person?: object }): string;
  /** Answers every request in this way from now on, or as Google does again. */
  behave(how: ((request: IncomingMessage, response: ServerResponse) => void) | null): void;
}

/** Starts the stand-in. Like Google, it knows the tokens it made and answers 400 or 401 to others. */
export async function startGoogle(): Promise<LoopbackGoogle> {
  const granted = new Map<string, Granted>();
  const asked: string[] = [];
  let behaviour: Parameters<LoopbackGoogle['behave']>[0] = null;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (behaviour !== null) {
      behaviour(request, response);
      return;
    }
    const isInfo = request.method === 'POST' && request.url === '/tokeninfo';
    const isPerson = request.method === 'GET' && request.url === '/userinfo';
    const known = granted.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (known === undefined) response.writeHead(isInfo ? 400 : 401).end('{"error":"invalid_token"}');
    else if (!isInfo && !isPerson) response.writeHead(404).end('{}');
    else response.writeHead(200).end(JSON.stringify(isInfo ? known.info : known.person));
  });
  const { origin, stop } = await listen(server);
  return {
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: `${origin}/tokeninfo`,
      GOOGLE_USERINFO_URL: `${origin}/userinfo`,
    },
    asked,
    grant: (sub, email, over = {}) => {
      const token = `ya29.${granted.size}`;
      const exp = String(Math.floor(Date.now() / 1000) + 3600);
      granted.set(token, {
        info: { aud: CLIENT_ID, azp: CLIENT_ID, sub, exp, expires_in: '3600', scope: 'openid email', ...over.info },
        person: { sub, email, email_verified: true, name: 'Anaïs', picture: 'https://elsewhere/a.png', ...over.person },
      });
      return token;
    },
    behave: (how) => {
      behaviour = how;
    },
    stop,
  };
}
