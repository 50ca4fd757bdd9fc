import * as z from 'zod/mini';

/**
 * How a call's body travels. A multipart body has text fields and one file in the part named `file`; `missingFile` is
 * the message of the error for a request without it.
 */
export type Body<Schema extends z.ZodMiniType = z.ZodMiniType> =
  | { readonly kind: 'json'; readonly schema: Schema }
  | { readonly kind: 'multipart'; readonly schema: Schema; readonly file: string; readonly missingFile: string };

/**
 * One call of the API. Server registration, the app's client, the API's description and the tests derive from it.
 *
 * `auth` says whether a valid token is needed; what the person may do is the domain's to decide. `params` are the
 * `:names` in the path, `query` the text after `?`, `headers` those that the call needs, in lower case; all three arrive as
 * text and their schemas turn it into values. `idempotent` calls read the header {@link IDEMPOTENCY_HEADER} where it is sent.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** One English sentence for the API's description. */
  readonly summary: string;
  readonly auth: 'none' | 'token';
  readonly idempotent?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly headers?: z.ZodMiniType;
  readonly body?: Body;
  readonly answer: z.ZodMiniType;
  /**
   * What the server holds its own answer to instead, where `answer` would look once more into what was looked at when it
   * was stored. It must name the same fields.
   */
  readonly ownAnswer?: z.ZodMiniType;
}

/**
 * Carries a text of the client's choosing, new for each thing it creates. A repeat with the same text gives the first
 * answer and creates nothing, however often a phone that heard no answer sends it again.
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** What the header may hold: visible ASCII, so that a proxy passes it on as it is. */
export const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

/** The answer of a call whose response has no body: status 204. */
export const NoContent = z.void();

/** The answer of a call that has nothing more to say. */
export const Done = z.object({ status: z.literal('ok') });

/** A number that arrives as text in an address. */
export function inAddress<Id extends z.ZodMiniType<number, number>>(id: Id) {
  return z.pipe(z.coerce.number<string | number>(), id);
}

/**
 * Accepted because the wire has it, and read by nobody: the token decides who asks.
 */
export const Unheard = z.optional(z.unknown());
