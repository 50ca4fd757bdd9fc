import type { Route } from '../../../contracts/call.ts';
import { fetchOwn, noteMet } from './reach.ts';

/** A call's input, untyped. */
export interface RequestParts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly fields?: Record<string, string | number>;
  readonly file?: Blob;
}

/** Makes the body of a request; null for calls without one. Adds a JSON body's type to `headers`. */
export function makeBody(route: Route, parts: RequestParts, headers: Record<string, string>): string | FormData | null {
  if (!route.body) return null;
  if (route.body.kind === 'json') {
    headers['Content-Type'] = 'application/json';
    return JSON.stringify(parts.body);
  }
  const form = new FormData();
  // Fields first: a server that streams the file needs them before it.
  for (const [field, value] of Object.entries(parts.fields ?? {})) form.append(field, String(value));
  if (parts.file) form.append(route.body.file, parts.file);
  return form;
}

/** Fills a route's `:names` with these values. @throws TypeError if one is missing. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new TypeError(`Got no value for :${name} of ${path}`);
    return encodeURIComponent(String(value));
  });
}

/** Formats the query of a URL with its `?`, without undefined values; empty if nothing is left. */
export function formatQuery(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

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
