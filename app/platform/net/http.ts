import { fetchOwn, noteMet } from './reach.ts';

/** A request to send. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
  /** True lets a small request continue when the page is left. Only for `fetch`. */
  readonly keepalive?: boolean;
}

/** A response with its whole body. */
export interface Received {
  readonly status: number;
  readonly text: string;
  /** The `Retry-After` header, or null. */
  readonly retryAfter: string | null;
  /** The `Date` header, or null; missing if nobody needs the time. */
  readonly date?: string | null;
}

/** Sends a request to our server with `fetch`; rejects with its error if no response arrives or the signal aborts. */
export async function requestByFetch(sent: Sent, signal?: AbortSignal): Promise<Received> {
  const { url, keepalive = false, ...request } = sent;
  const response = await fetchOwn(url, {
    ...request,
    credentials: 'same-origin',
    keepalive,
    ...(signal ? { signal } : {}),
  });
  const [retryAfter, date] = [response.headers.get('Retry-After'), response.headers.get('Date')];
  return { status: response.status, text: await response.text(), retryAfter, date };
}

/** Sends with `XMLHttpRequest`, which reports upload progress, 0 to 1. Settles like {@link requestByFetch}. */
export function requestByXhr(
  sent: Sent,
  onProgress: (sentShare: number) => void,
  signal?: AbortSignal,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = () => signal?.removeEventListener('abort', abort);
    request.open(sent.method, sent.url);
    for (const [name, value] of Object.entries(sent.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      settle();
      noteMet('server');
      const retryAfter = request.getResponseHeader('Retry-After');
      const date = request.getResponseHeader('Date');
      resolve({ status: request.status, text: request.responseText, retryAfter, date });
    };
    request.onerror = () => {
      settle();
      noteMet('nobody');
      reject(new TypeError(`Got no response from ${sent.url}`));
    };
    request.onabort = () => {
      settle();
      reject(signal?.reason ?? new DOMException('The request was aborted', 'AbortError'));
    };
    signal?.addEventListener('abort', abort);
    request.send(sent.body);
  });
}

/** Parses JSON; returns undefined for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
