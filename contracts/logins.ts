import * as z from 'zod/mini';
import { PASSKEY_BYTES_MAX } from './limits.ts';
import { SentPassword } from './password.ts';
import { PasskeyId } from './vocabulary.ts';

/** One of the caller's own passkeys. */
export const OwnPasskey = z.object({
  id: PasskeyId,
  /** Names of the browser and the system that it was added with, such as 'Safari' and 'iPhone'; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  addedAt: z.string(),
  /** When it was last used for a login; null if never. */
  usedAt: z.nullable(z.string()),
});
export type OwnPasskey = z.infer<typeof OwnPasskey>;

/** Bytes of an authenticator in base64url, without padding. */
const Bytes = z.string().check(z.maxLength(PASSKEY_BYTES_MAX), z.regex(/^[\w-]+$/));

/**
 * The options that the browser passes to the authenticator: `PublicKeyCredentialCreationOptionsJSON` or
 * `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.
 */
export const PasskeyOptions = z.object({ options: z.unknown() });

/** Body of a call that starts adding a passkey. The password is needed if the last login was a while ago. */
export const PasskeyStart = z.object({ password: z.optional(SentPassword) });

/** Body of a call that adds a passkey: the result of WebAuthn's `create`. */
export const NewPasskey = z.object({
  id: Bytes,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: z.optional(z.array(z.string())) }),
});

/** Body of a login with a passkey: the result of WebAuthn's `get`. `stayLoggedIn` requests a longer session. */
export const PasskeyLogin = z.object({
  id: Bytes,
  response: z.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes }),
  stayLoggedIn: z.optional(z.boolean()),
});

/** The id of a session. It grants no access: tokens are signed. */
export const SessionId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** One of the caller's own sessions. */
export const OwnSession = z.object({
  id: SessionId,
  /** Names of the browser and the system that it was started in, such as 'Firefox' and 'Android'; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  startedAt: z.string(),
  /** When it was last used, some minutes late. */
  usedAt: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** The security settings of the caller's account. */
export const Security = z.object({
  /** False for an account that was made with Google and has no password. */
  hasPassword: z.boolean(),
  emailVerified: z.boolean(),
  /** Whether it may mail invitations: its address is verified, or Google vouches for the person. */
  mayMailInvites: z.boolean(),
  /** The active sessions: first that of the token, then the most recently used. */
  sessions: z.array(OwnSession),
  /** In the order in which they were added. */
  passkeys: z.array(OwnPasskey),
});
export type Security = z.infer<typeof Security>;

/** Body of a call that ends all sessions of the caller, with or without the one of the token. */
export const EndedSessions = z.object({ keepsThis: z.boolean() });
