import { subscribe, unsubscribe } from 'node:diagnostics_channel';

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

/** Watches every request that this process sends by `fetch`, until `stop`. */
export function watchFetch(): { readonly attempts: readonly Attempt[]; note(during: string): void; stop(): void } {
  const attempts: Attempt[] = [];
  const open = new Map<object, { readonly atMs: number; readonly during: string; answer?: Message['response'] }>();
  let now = '';

  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    create: ({ request }) => open.set(request, { atMs: performance.now(), during: now }),
    headers: ({ request, response }) => {
      const begun = open.get(request);
      if (begun !== undefined) begun.answer = response;
    },
    trailers: end,
    error: end,
  };

  function end({ request }: Message): void {
    const begun = open.get(request);
    if (begun === undefined) return;
    open.delete(request);
    const { statusCode = 0, headers = [] } = begun.answer ?? {};
    const at = headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'retry-after');
    attempts.push({
      what: `${request.method} ${request.path.replace(/\?.*/s, '').replaceAll(/\/[\w.-]*\d[\w.-]*/g, '/*')}`,
      status: statusCode,
      retryAfter: at < 0 ? null : String(headers[at + 1]),
      ms: performance.now() - begun.atMs,
      during: begun.during,
    });
  }

  for (const [event, listener] of Object.entries(listeners))
    subscribe(`undici:request:${event}`, listener as () => void);
  return {
    attempts,
    note: (during) => {
      now = during;
    },
    stop: () => {
      for (const [event, listener] of Object.entries(listeners))
        unsubscribe(`undici:request:${event}`, listener as () => void);
    },
  };
}
