import type * as z from 'zod/mini';
import { IDEMPOTENCY_HEADER, OPEN_SCHEME, type Route, versionTag } from '../../../contracts/call.ts';
import { firstCalls } from '../../../contracts/calls/first-calls.ts';
import { ErrorBody, type ErrorCode } from '../../../contracts/errors.ts';
import type { CallInput, CallResponse, RouteName, VersionedName } from '../../../contracts/routes.ts';
import { startTimeLimit } from '../page/time-limit.ts';
import {
  fillPath,
  formatQuery,
  makeBody,
  parseJson,
  type Received,
  type RequestParts,
  requestByFetch,
  requestByXhr,
  type Sent,
} from './http.ts';
import { isOffline } from './reach.ts';
import { hearServerTime } from './server-clock.ts';

/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** From the `Retry-After` header; null without one. */
  readonly retryAfterS: number | null;
  /** The server's own message; null if the response had none, so that `message` is ours and not meant for a person. */
  readonly said: string | null;

  constructor(code: ErrorCode, status: number, message: string, retryAfterS: number | null = null, isSaid = true) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
    this.said = isSaid ? message : null;
  }
}

/** No complete response arrived. `cause` is the browser's own error. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause?: unknown, message = 'Got no complete response') {
    super(message, { cause });
  }
}

/** Status of a versioned call's response that has not changed. */
const NOT_MODIFIED = 304;

/** Longest wait for the answer to a request without a body; the server may be cutting a map meanwhile. */
const ANSWER_MAX_MS = 60_000;

/** Client errors after which the same request may succeed: 401 ends the session, the others are about timing. */
const RETRYABLE = [401, 408, 425, 429];

/** Nothing was sent, because the 'hors ligne' switch is on. */
export class OfflineModeError extends NetworkError {
  constructor() {
    super(undefined, 'Offline mode is on');
  }
}

/** True if the server did nothing and will refuse the same request again. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !RETRYABLE.includes(error.status);
}

/** Routes of the contract that are already loaded. */
const loaded: Record<string, Route> = { ...firstCalls };

/**
 * Adds routes of the contract whose schemas only a part of the app needs. The module that makes these calls adds them
 * when it is loaded; otherwise the login screen would load the schemas of all calls.
 */
export function addCalls(calls: Readonly<Record<string, Route>>): void {
  Object.assign(loaded, calls);
}

function routeOf(name: RouteName): Route {
  const route = loaded[name];
  if (route === undefined) throw new Error(`Got the call ${name} before its route was added`);
  return route;
}

/** Options of a call. */
export interface CallOptions {
  /** Aborting it rejects with the signal's reason and ends the request. */
  readonly signal?: AbortSignal;
  /** Receives the sent share of a multipart body, 0 to 1. */
  readonly onProgress?: (sentShare: number) => void;
  /** Lets the request continue when the page is left. The bodies of all such requests may have 64 KiB in total. */
  readonly keepalive?: boolean;
  /** For the contract's idempotent calls: the same text with each retry of one request. */
  readonly idempotencyKey?: string;
  /** Delays the request until this has settled. It is sent with the token at the time of the call. */
  readonly after?: Promise<unknown>;
  /** Used instead of the session's token. */
  readonly token?: string;
}

/** How calls reach the server and the session. */
export interface Connection {
  /** Prefix of every path; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Returns the session's token, or null. Called before each authenticated call; may end the session. */
  readToken(): string | null;
  /** Called when the server refused a call with `token`, which may no longer be the session's. */
  onRefused(error: ApiError, token: string): void;
}

/** A typed client of all routes of the contract. */
export type Call = <Name extends RouteName>(
  name: Name,
  input: CallInput<Name, Blob>,
  options?: CallOptions,
) => Promise<CallResponse<Name>>;

/** Calls a versioned route. Resolves with null while the response's version is `knownVersion`; null gets the whole. */
export type CallIfChanged = <Name extends VersionedName>(
  name: Name,
  input: CallInput<Name, Blob>,
  knownVersion: string | null,
  options?: CallOptions,
) => Promise<CallResponse<Name> | null>;

/** A client of the contract. */
export interface Api {
  readonly call: Call;
  readonly callIfChanged: CallIfChanged;
}

/**
 * Creates a client. Its calls reject with {@link ApiError} on an error response or one that does not match the
 * contract, with {@link NetworkError} if no response arrives (its subclass {@link OfflineModeError} if nothing was
 * sent), and with the signal's reason when aborted.
 */
export function createApi(connection: Connection): Api {
  async function request(
    name: RouteName,
    input: RequestParts,
    options: CallOptions,
    conditions: Readonly<Record<string, string>> = {},
  ): Promise<Received> {
    const route = routeOf(name);
    const headers: Record<string, string> = { Accept: 'application/json', ...conditions, ...input.headers };
    const token = route.auth !== 'none' ? (options.token ?? readToken(connection)) : null;
    if (token !== null) headers.Authorization = isOpenToken(token) ? token : `Bearer ${token}`;
    if (options.idempotencyKey !== undefined) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey;
    const sent: Sent = {
      method: route.method,
      url: connection.baseUrl + fillPath(route.path, input.params) + formatQuery(input.query),
      headers,
      body: makeBody(route, input, headers),
      keepalive: options.keepalive ?? false,
    };
    // Otherwise nothing is awaited, because a page that is being left sends only what is sent synchronously.
    if (options.after) await options.after.catch(() => {});
    const response = await send(sent, options);
    hearServerTime(response.date ?? null);
    return check(response, token);
  }

  /** @throws ApiError for an error response. */
  function check(response: Received, token: string | null): Received {
    if ((response.status >= 200 && response.status < 300) || response.status === NOT_MODIFIED) return response;
    throw explain(connection, response, token);
  }

  return {
    call: async (name, input, options = {}) => readBody(name, await request(name, input as RequestParts, options)),
    callIfChanged: async (name, input, knownVersion, options = {}) => {
      const conditions = knownVersion === null ? {} : { 'If-None-Match': versionTag(knownVersion) };
      const response = await request(name, input as RequestParts, options, conditions);
      if (response.status === NOT_MODIFIED) return null;
      const body = readBody(name, response);
      // A proxy may have removed the header.
      return body.version === knownVersion ? null : body;
    },
  };
}

/** Whether this is no token, but the slug of an open parcours in its scheme, as the header has it. */
export function isOpenToken(token: string): boolean {
  return token.startsWith(`${OPEN_SCHEME} `);
}

function readToken(connection: Connection): string {
  const token = connection.readToken();
  if (token === null) throw new ApiError('unauthenticated', 401, 'No token found, please login.', null, false);
  return token;
}

/** Maps a failed response to ApiError, of which the session that `token` belongs to learns. */
function explain(connection: Connection, response: Received, token: string | null): ApiError {
  const error = readError(response);
  if (token !== null) connection.onRefused(error, token);
  return error;
}

let connection: Connection = { baseUrl: '', readToken: () => null, onRefused: () => {} };
let connected: Api = createApi(connection);

/** Connects {@link call} and {@link callIfChanged} to the page's session. Called once, by the session's state. */
export function connectApi(next: Connection): void {
  connection = next;
  connected = createApi(next);
}

/** Access for authenticated requests that are not calls of the contract, because their bodies are bytes. */
export interface RawAccess {
  readonly baseUrl: string;
  readonly headers: { readonly Authorization: string };
  /** Maps a failed response to ApiError; a 401 ends the session. */
  explain(response: Received): ApiError;
}

/** @throws ApiError `unauthenticated` without a session. */
export function accessRaw(): RawAccess {
  const current = connection;
  const token = readToken(current);
  return {
    baseUrl: current.baseUrl,
    headers: { Authorization: `Bearer ${token}` },
    explain: (response) => explain(current, response, token),
  };
}

/** Calls a route of the contract with the page's session. Rejects as {@link createApi} describes. */
export const call: Call = (name, input, options) => connected.call(name, input, options);

/** Calls a versioned route with the page's session. Rejects as {@link createApi} describes. */
export const callIfChanged: CallIfChanged = (name, input, knownVersion, options) =>
  connected.callIfChanged(name, input, knownVersion, options);

async function send(request: Sent, options: CallOptions): Promise<Received> {
  options.signal?.throwIfAborted();
  if (isOffline()) throw new OfflineModeError();
  try {
    const { onProgress, signal } = options;
    // Only XMLHttpRequest reports upload progress.
    if (onProgress && request.body instanceof FormData) return await requestByXhr(request, onProgress, signal);
    return await requestPatiently(request, signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new NetworkError(error);
  }
}

/** Rejects if a network takes the request and never answers. No limit for a body, which may take longer to be sent. */
async function requestPatiently(request: Sent, signal: AbortSignal | undefined): Promise<Received> {
  if (request.body !== null) return requestByFetch(request, signal);
  const limit = startTimeLimit(signal, ANSWER_MAX_MS);
  try {
    return await requestByFetch(request, limit.signal);
  } finally {
    limit.end();
  }
}

function readBody<Name extends RouteName>(name: Name, { status, text }: Received): CallResponse<Name> {
  const schema: z.ZodMiniType = routeOf(name).response;
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new ApiError('internal', status, `Unexpected response to ${name}: ${parsed.error.message}`, null, false);
  return parsed.data as CallResponse<Name>;
}

function readError({ status, text, retryAfter }: Received): ApiError {
  const parsed = ErrorBody.safeParse(parseJson(text));
  const retryAfterS = readSeconds(retryAfter);
  if (parsed.success) return new ApiError(parsed.data.error.code, status, parsed.data.error.message, retryAfterS);
  // For example a proxy's own page: only the status is known.
  return new ApiError(codeOf(status), status, `Got status ${status} without an error body`, retryAfterS, false);
}

/** Our server sends seconds; a proxy may send a date, which is ignored. */
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
