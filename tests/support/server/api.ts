import { Agent, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { IDEMPOTENCY_HEADER, OPEN_SCHEME, type Route } from '../../../contracts/call.ts';
import { ErrorBody, type ErrorCode } from '../../../contracts/errors.ts';
import { type CallInput, type CallResponse, type RouteName, routes } from '../../../contracts/routes.ts';

/** A call that the server refused, with what it answered. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.error.code}: ${body.error.message}`);
    this.status = status;
    this.code = body.error.code;
    this.body = body;
  }
}

/** The code with which a call was refused, or `ok`. */
export function codeOf(work: Promise<unknown>): Promise<ErrorCode | 'ok'> {
  return work.then(
    () => 'ok' as const,
    (error) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

/** What {@link call} takes instead of a token from somebody without an account who reads an open parcours. */
export function openToken(slug: string): string {
  return `${OPEN_SCHEME} ${slug}`;
}

/** The value of the header `Authorization` for a token, or for an {@link openToken}. */
export function authorization(token: string): string {
  return token.startsWith(`${OPEN_SCHEME} `) ? token : `Bearer ${token}`;
}

/**
 * Makes one call of the contract over HTTP and reads its answer with the contract's schema.
 *
 * @throws Refusal for an answer that is no success; it must have the contract's shape, or the schema throws.
 */
export async function call<Name extends RouteName>(
  origin: string,
  name: Name,
  input: CallInput<Name, Blob>,
  token?: string,
  idempotencyKey?: string,
): Promise<CallResponse<Name>> {
  const route: Route = routes[name];
  const parts = input as {
    params?: object;
    query?: object;
    headers?: Record<string, string>;
    body?: unknown;
    fields?: object;
    file?: Blob;
  };
  const headers: Record<string, string> = { 'Accept-Encoding': 'gzip', ...parts.headers };
  if (token !== undefined) headers.Authorization = authorization(token);
  if (idempotencyKey !== undefined) headers[IDEMPOTENCY_HEADER] = idempotencyKey;
  let body: string | Buffer | undefined;
  if (route.body?.kind === 'json') {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(parts.body);
  } else if (route.body?.kind === 'multipart') {
    const form = new FormData();
    for (const [field, value] of Object.entries(parts.fields ?? {})) form.set(field, String(value));
    if (parts.file !== undefined) form.set(route.body.file, parts.file, 'recording.wav');
    const encoded = new Response(form);
    headers['Content-Type'] = encoded.headers.get('Content-Type') ?? '';
    body = Buffer.from(await encoded.arrayBuffer());
  }
  const { status, text } = await send(origin + addressOf(route, parts), route.method, headers, body);
  const answer: unknown = status === 204 ? undefined : JSON.parse(text);
  if (status >= 300) throw new Refusal(status, ErrorBody.parse(answer));
  return route.response.parse(answer) as CallResponse<Name>;
}

/** Closes a connection before a server does, which waits for five seconds. */
const agent = new Agent({ keepAlive: true, timeout: 3000 });

/** Makes a request as `fetch` does, and fails as it does, in a third of its time. Proxies are asked by HTTPS. */
function send(
  address: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => reject(new TypeError('fetch failed', { cause }));
    const [ask, by] = address.startsWith('https:') ? [requestSecurely, {}] : [request, { agent }];
    const sent = ask(address, { method, headers, ...by }, (response) => {
      // Node's own reader goes through a blob, which takes as long as half of the request.
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        const isPacked = response.headers['content-encoding'] === 'gzip';
        resolve({ status: response.statusCode ?? 0, text: (isPacked ? gunzipSync(bytes) : bytes).toString() });
      });
    });
    sent.once('error', fail);
    sent.end(body);
  });
}

function addressOf(route: Route, { params, query }: { params?: object; query?: object }): string {
  const values = new Map(Object.entries(params ?? {}));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));
  return search.size === 0 ? path : `${path}?${search}`;
}
