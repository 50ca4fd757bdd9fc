import * as z from 'zod/mini';
import { OwnPasskey } from './passkeys.ts';

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
  /** The active sessions: first that of the token, then the most recently used. */
  sessions: z.array(OwnSession),
  /** In the order in which they were added. */
  passkeys: z.array(OwnPasskey),
});
export type Security = z.infer<typeof Security>;

/** Body of a call that ends all sessions of the caller, with or without the one of the token. */
export const EndedSessions = z.object({ keepsThis: z.boolean() });
