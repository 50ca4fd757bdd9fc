import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { PARCOURS_IDS_MAX } from './limits.ts';
import { ParcoursId } from './vocabulary.ts';

/**
 * How a call's body is encoded. A multipart body has text fields and one file in the part named `file`; `missingFile` is the
 * error message for a request without it.
 */
export type Body<Schema extends z.ZodMiniType = z.ZodMiniType> =
  | { readonly kind: 'json'; readonly schema: Schema }
  | { readonly kind: 'multipart'; readonly schema: Schema; readonly file: string; readonly missingFile: string };

/**
 * One call of the API. Server registration, the app's client, the API's description and the tests derive from it.
 *
 * `auth` says whether a valid token is needed, or at least the slug of an open parcours ({@link OPEN_SCHEME}); the domain
 * checks permissions. `params` are the `:names` in the path,
 * `query` the parameters after `?`, `headers` those that the call needs, in lower case. All three arrive as text, which
 * their schemas convert. `idempotent` calls accept the header {@link IDEMPOTENCY_HEADER}.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly auth: 'none' | 'reader' | 'token';
  readonly idempotent?: true;
  /**
   * The response has a `version`, whose {@link versionTag} is its ETag. A request whose `If-None-Match` has that tag
   * gets a 304 without a body.
   */
  readonly versioned?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly headers?: z.ZodMiniType;
  readonly body?: Body;
  readonly response: z.ZodMiniType;
}

/**
 * The scheme of an `Authorization` header that has the slug of an open parcours instead of a token: `Open vieux-lyon`.
 * Its sender has no account, and reads what that parcours shows to everybody.
 */
export const OPEN_SCHEME = 'Open';

/** The kinds of costly work, whose calls take turns; the server bounds each. */
export type CostlyWork = 'passwords' | 'pictures' | 'lists' | 'bodies' | 'extracts' | 'exports' | 'imports';

/** The body of a call that uploads an image, with the specification's words for a request without it. */
export const imageBody = {
  kind: 'multipart',
  schema: z.object({}),
  file: 'image',
  missingFile: 'No file selected',
} as const satisfies Body;

/** What the API's description says of a call beside its {@link Route}. The app doesn't load it. */
export interface CallDocs {
  /** One English sentence. */
  readonly summary: string;
  /** The errors of the call's own rules, without those of all calls of its kind. */
  readonly errors: readonly ErrorCode[];
  /** The costly work that the call may do; it is refused as `busy` when too much is queued. */
  readonly work?: readonly CostlyWork[];
}

/**
 * Holds a text of the client's choice, new for each item that the request creates or records. A retry with the same
 * text gets the first response and changes nothing, so a phone that got no response can safely send the request again.
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The header's value: visible ASCII, which proxies don't change. */
export const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

/**
 * Builds the weak ETag of a `versioned` response. Weak, because the links in two responses of one version may differ.
 */
export function versionTag(version: string): string {
  return `W/"${version}"`;
}

/** The response of a call without a body: status 204. */
export const NoContent = z.void();

/** The response of a call that returns nothing. */
export const Done = z.object({ status: z.literal('ok') });

/** Parses an id that arrives as text, in a path, a query or a form: decimal digits and nothing else. */
export function idFromText<Id extends z.ZodMiniType<number, number>>(
  id: Id,
  error = 'Expected an id in decimal digits',
) {
  const isId = (text: string | number): boolean =>
    /^0*[1-9]\d*$/.test(String(text)) && Number.isSafeInteger(Number(text));
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], { error }).check(z.refine(isId, { error, abort: true })),
      z.transform(Number),
    ),
    id,
  );
}

/** Parses ids of parcours such as `1,2`; none if empty. */
export const ParcoursIds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): (string | number)[] => (text === '' ? [] : text.split(','))),
  ),
  z.array(idFromText(ParcoursId)).check(z.maxLength(PARCOURS_IDS_MAX)),
);

/** Accepted for compatibility and ignored: the token identifies the caller. */
export const Ignored = z.optional(z.unknown());
