import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** One attempt of a client, from its request to the last byte of the answer. */
export interface Attempt {
  readonly what: string;
  /** 0 where there was no answer. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
  /** What was going on when it began, as the watcher was told. */
  readonly during: string;
}

/** What Node says of a request of its `fetch`. */
interface Message {
  readonly request: { readonly method: string; readonly path: string };
  readonly response?: { readonly statusCode: number; readonly headers: readonly Buffer[] };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Watches every request that this process sends by `fetch` or `node:http`, until `stop`. */
export function watchRequests(): { readonly attempts: readonly Attempt[]; note(during: string): void; stop(): void } {
  const attempts: Attempt[] = [];
  const open = new Map<object, { readonly atMs: number; readonly during: string; answer?: Answer }>();
  let now = '';

  const begin = (request: object): void => void open.set(request, { atMs: performance.now(), during: now });
  const end = (request: Message['request']): void => {
    const begun = open.get(request);
    if (begun === undefined) return;
    open.delete(request);
    const { status = 0, retryAfter = null } = begun.answer ?? {};
    attempts.push({
      what: `${request.method} ${request.path.replace(/\?.*/s, '').replaceAll(/\/[\w.-]*\d[\w.-]*/g, '/*')}`,
      status,
      retryAfter,
      ms: performance.now() - begun.atMs,
      during: begun.during,
    });
  };
  const answer = (request: object, answer: Answer): void => {
    const begun = open.get(request);
    if (begun !== undefined) begun.answer = answer;
  };

  const listeners = {
    'undici:request:create': ({ request }: Message) => begin(request),
    'undici:request:headers': ({ request, response }: Message) => {
      const { statusCode = 0, headers = [] } = response ?? {};
      const at = headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'retry-after');
      answer(request, { status: statusCode, retryAfter: at < 0 ? null : String(headers[at + 1]) });
    },
    'undici:request:trailers': ({ request }: Message) => end(request),
    'undici:request:error': ({ request }: Message) => end(request),
    'http.client.request.start': ({ request }: { readonly request: ClientRequest }) => {
      begin(request);
      request.once('response', ({ statusCode = 0, headers }: IncomingMessage) =>
        answer(request, { status: statusCode, retryAfter: headers['retry-after'] ?? null }),
      );
      request.once('close', () => end(request));
    },
  };
  const channels = Object.entries(listeners) as [string, (message: unknown) => void][];
  for (const [channel, listener] of channels) subscribe(channel, listener);
  return {
    attempts,
    note: (during) => {
      now = during;
    },
    stop: () => {
      for (const [channel, listener] of channels) unsubscribe(channel, listener);
    },
  };
}
