import type * as z from 'zod/mini';
import { IDEMPOTENCY_HEADER, type Route } from '../../../contracts/call.ts';
import { ErrorBody, type ErrorCode } from '../../../contracts/errors.ts';
import { type CallAnswer, type CallInput, type RouteName, routes } from '../../../contracts/routes.ts';
import { strings } from '../../words/strings.ts';
import { type Received, requestByFetch, requestByXhr, type Sent } from './http.ts';

/** The server answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Which of the known ways to fail. */
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** How long the server asks to be left alone; null where it does not say. */
  readonly retryAfterS: number | null;

  constructor(code: ErrorCode, status: number, message: string, retryAfterS: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/** No answer arrived: no network, no server, or an answer cut short. `cause` holds the browser's own error. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Asked how, or how often, not what: 401 ends the session, after which the same request may pass. */
const PASSING = [401, 408, 425, 429];

/** True where the server will refuse the same request again, and has done nothing. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);
}

/** What a caller may add to a call. */
export interface CallOptions {
  /** Aborting it rejects with the signal's reason and ends the request. */
  readonly signal?: AbortSignal;
  /** Receives how much of a multipart body has left, 0 to 1. */
  readonly onProgress?: (sentShare: number) => void;
  /** Lets the request go on when the page leaves; its body, and those of others like it, may have 64 KiB together. */
  readonly keepalive?: boolean;
  /** For calls that the contract calls idempotent: the same text with each repeat of one request. */
  readonly idempotencyKey?: string;
  /** Sends the request once this has settled, with the token that was there when the call was made. */
  readonly after?: Promise<unknown>;
}

/** What calls need to know of the page and of the session. */
export interface Connection {
  /** Put before every path; empty for the page's own origin. */
  readonly baseUrl: string;
  /** The session's token, null where there is none. Called before each authenticated call; may end the session. */
  readToken(): string | null;
  /** Called when the server refused the token of an authenticated call, which may no longer be the session's. */
  onRefused(error: ApiError, token: string): void;
}

/** A typed client of every route of the contract. */
export type Call = <Name extends RouteName>(
  name: Name,
  input: CallInput<Name, Blob>,
  options?: CallOptions,
) => Promise<CallAnswer<Name>>;

/** The parts a call may have, as the client reads them off an input. */
interface Parts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly fields?: Record<string, string | number>;
  readonly file?: Blob;
}

/**
 * Makes a client. Its calls reject with {@link ApiError} when the server refuses or answers what the contract does not
 * know, with {@link NetworkError} when no answer arrives, and with the signal's reason when they are aborted.
 */
export function createApi(connection: Connection): Call {
  return async (name, input, options = {}) => {
    const route: Route = routes[name];
    const parts = input as Parts;
    const headers: Record<string, string> = { Accept: 'application/json', ...parts.headers };
    const token = route.auth === 'token' ? connection.readToken() : undefined;
    if (token !== undefined) {
      if (token === null) throw new ApiError('unauthenticated', 401, strings.errors.noToken);
      headers.Authorization = `Bearer ${token}`;
    }
    if (options.idempotencyKey !== undefined) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey;
    const sent: Sent = {
      method: route.method,
      url: connection.baseUrl + fillPath(route.path, parts.params) + printQuery(parts.query),
      headers,
      body: makeBody(route, parts, headers),
      keepalive: options.keepalive ?? false,
    };
    // Without it nothing may be awaited: a page that leaves sends only what is sent at once.
    if (options.after) await options.after.catch(() => {});
    const answer = await send(sent, options);
    if (answer.status >= 200 && answer.status < 300) return readAnswer(name, route.answer, answer.status, answer.text);
    const error = readError(answer);
    if (typeof token === 'string' && answer.status === 401) connection.onRefused(error, token);
    throw error;
  };
}

let connection: Connection = { baseUrl: '', readToken: () => null, onRefused: () => {} };
let connected: Call = createApi(connection);

/** Tells {@link call} about the page's session. Called once, by the session's state. */
export function connectApi(next: Connection): void {
  connection = next;
  connected = createApi(next);
}

/** The right to make authenticated requests that are no calls of the contract: their bodies are bytes. */
export interface RawAccess {
  readonly baseUrl: string;
  readonly headers: { readonly Authorization: string };
  /** Maps a failed response to ApiError; a 401 ends the session. */
  explain(answer: Received): ApiError;
}

/** @throws ApiError `unauthenticated` where there is no session. */
export function accessRaw(): RawAccess {
  const { baseUrl, readToken, onRefused } = connection;
  const token = readToken();
  if (token === null) throw new ApiError('unauthenticated', 401, strings.errors.noToken);
  return {
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
    explain: (answer) => {
      const error = readError(answer);
      if (answer.status === 401) onRefused(error, token);
      return error;
    },
  };
}

/** Calls a route of the contract with the page's session. See {@link createApi} for how it fails. */
export const call: Call = (name, input, options) => connected(name, input, options);

async function send(sent: Sent, options: CallOptions): Promise<Received> {
  options.signal?.throwIfAborted();
  try {
    const { onProgress, signal } = options;
    // Only XMLHttpRequest tells how much of a body has left.
    if (onProgress && sent.body instanceof FormData) return await requestByXhr(sent, onProgress, signal);
    return await requestByFetch(sent, signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new NetworkError(strings.errors.network, { cause: error });
  }
}

function makeBody(route: Route, parts: Parts, headers: Record<string, string>): string | FormData | null {
  if (!route.body) return null;
  if (route.body.kind === 'json') {
    headers['Content-Type'] = 'application/json';
    return JSON.stringify(parts.body);
  }
  const form = new FormData();
  // Fields before the file: a server that streams the file has read them by then.
  for (const [field, value] of Object.entries(parts.fields ?? {})) form.append(field, String(value));
  if (parts.file) form.append(route.body.file, parts.file);
  return form;
}

function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new TypeError(`Got no value for :${name} of ${path}`);
    return encodeURIComponent(String(value));
  });
}

function printQuery(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

function readAnswer<Name extends RouteName>(
  name: Name,
  schema: z.ZodMiniType,
  status: number,
  text: string,
): CallAnswer<Name> {
  const read = schema.safeParse(parseJson(text));
  if (!read.success) throw new ApiError('internal', status, `Unexpected answer to ${name}: ${read.error.message}`);
  return read.data as CallAnswer<Name>;
}

function readError({ status, text, retryAfter }: Received): ApiError {
  const read = ErrorBody.safeParse(parseJson(text));
  const retryAfterS = readSeconds(retryAfter);
  if (read.success) return new ApiError(read.data.error.code, status, read.data.error.message, retryAfterS);
  // A proxy's own page, for one: the status is all that can be told.
  return new ApiError(codeOf(status), status, `Got status ${status} without an error body`, retryAfterS);
}

/** Our server gives seconds; a proxy may give a date, which is passed over. */
function readSeconds(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 413) return 'too_large';
  return status >= 500 ? 'internal' : 'invalid_request';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
