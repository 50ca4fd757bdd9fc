import { randomBytes } from 'node:crypto';
import { isThrowaway } from '../../../contracts/user.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database, Transactor } from '../../store/database.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findSession,
  insertSession,
  type SessionWithAccount,
} from '../../store/sessions.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller, TokenOwner } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import type { Tokens } from './tokens.ts';

/** How long a session lasts. */
const LIFETIME_S = 12 * 3600;
/** How long it lasts with `stayLoggedIn`. */
const LONG_LIFETIME_S = 30 * 24 * 3600;
/** How long a guest's lasts: nobody can log in as a guest again, so it outlives a year's pause. */
export const GUEST_LIFETIME_S = 400 * 24 * 3600;

/** 128 bits: cannot be guessed. */
const ID_BYTES = 16;

/** How long a session is to last: 12 hours, 30 days, 400 days. */
export type SessionKind = 'short' | 'long' | 'guest';

const LIFETIMES_S: Record<SessionKind, number> = { short: LIFETIME_S, long: LONG_LIFETIME_S, guest: GUEST_LIFETIME_S };

/** A session that was just started; times in seconds since 1970. */
export interface StartedSession {
  readonly sessionId: string;
  readonly accountId: UserId;
  readonly startsAtS: number;
  readonly expiresAtS: number;
}

/** Sessions of accounts. A token is valid only while its session exists. */
export interface Sessions {
  /** Adds a session in the transaction. Also deletes expired sessions. */
  start(tx: Transactor, accountId: UserId, kind: SessionKind): Promise<StartedSession>;
  /**
   * A new token for the caller's session, which lasts its whole time again from now. A short session ends when it would have:
   * its owner did not want to stay logged in.
   *
   * @throws AppError `unauthenticated` if the session has ended.
   */
  renew(caller: TokenOwner): Promise<string>;
  /** The token of a session that was just started. */
  tokenFor(session: StartedSession): Promise<string>;
  /** @throws AppError `unauthenticated` or `token_expired`. */
  identify(token: string): Promise<TokenOwner>;
  /** Ends the caller's session: its token becomes invalid. */
  end(caller: SessionCaller): Promise<void>;
  /** Ends every session of an account. */
  endAll(tx: Transactor, accountId: UserId): Promise<void>;
  /** Deletes expired sessions. */
  deleteExpired(): Promise<void>;
}

/** The sessions in this database. */
export function createSessions(database: Database, tokens: Tokens, clock: Clock): Sessions {
  return {
    start: async (tx, accountId, kind) => {
      const startsAtS = Math.floor(clock() / 1000);
      const expiresAtS = startsAtS + LIFETIMES_S[kind];
      const sessionId = randomBytes(ID_BYTES).toString('base64url');
      await deleteExpiredSessions(tx, stamp(clock));
      await insertSession(tx, {
        id: sessionId,
        account_id: accountId,
        created_at: stamp(clock),
        expires_at: new Date(expiresAtS * 1000).toISOString(),
      });
      return { sessionId, accountId, startsAtS, expiresAtS };
    },

    tokenFor: ({ startsAtS, expiresAtS, ...claims }) => tokens.issue(claims, startsAtS, expiresAtS),

    renew: async ({ sessionId, id }) => {
      const startsAtS = Math.floor(clock() / 1000);
      const expiresAtS = await database.transact(async (tx) => {
        const stored = await findSession(tx, sessionId);
        if (stored === undefined) throw new AppError('unauthenticated', 'The session of this token has ended');
        const storedEndS = Math.floor(Date.parse(stored.expires_at) / 1000);
        const kind = kindOf(stored);
        if (kind === 'short') return storedEndS;
        const endS = startsAtS + LIFETIMES_S[kind];
        await extendSession(tx, sessionId, new Date(endS * 1000).toISOString());
        return endS;
      });
      return tokens.issue({ sessionId, accountId: id }, startsAtS, expiresAtS);
    },

    identify: async (token) => {
      const { sessionId, accountId } = await tokens.read(token);
      const session = await findSession(database.reader, sessionId);
      if (session === undefined || session.account_id !== accountId) {
        throw new AppError('unauthenticated', 'The session of this token has ended');
      }
      // The row may expire before the token; the earlier end counts.
      if (session.expires_at <= stamp(clock)) throw new AppError('token_expired', 'The token has expired');
      return { id: accountId, role: session.role, sessionId };
    },

    end: (caller) =>
      database.transact(async (tx) => {
        await deleteSession(tx, caller.sessionId);
        await addToTrail(tx, clock, { action: 'signed_out', by: caller, account: caller.id });
      }),
    endAll: deleteSessionsOf,
    deleteExpired: () => database.transact((tx) => deleteExpiredSessions(tx, stamp(clock))),
  };
}

/** A guest's session from before they had a long one becomes one. */
function kindOf(session: SessionWithAccount): SessionKind {
  if (isThrowaway(session)) return 'guest';
  const lifetimeMs = Date.parse(session.expires_at) - Date.parse(session.created_at);
  return lifetimeMs > LIFETIME_S * 1000 ? 'long' : 'short';
}
