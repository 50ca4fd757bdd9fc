import { randomBytes } from 'node:crypto';
import { SUSPENDED_MESSAGE } from '../../../contracts/errors.ts';
import { SESSIONS_MAX } from '../../../contracts/limits.ts';
import type { OwnSession } from '../../../contracts/logins.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { findSuspensionWords } from '../../store/moderation.ts';
import { noteActivity } from '../../store/rights.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  deleteSurplusSessions,
  findSession,
  insertSession,
  listSessions,
  type SessionKind,
  updateSession,
} from '../../store/sessions.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { SessionCaller, TokenOwner } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { Tokens } from './tokens.ts';

/** How long a session lasts. */
const LIFETIME_S = 12 * 3600;
/** How long it lasts with `stayLoggedIn`. */
const LONG_LIFETIME_S = 30 * 24 * 3600;
/** Lifetime of a guest's session: nobody can log in as a guest again, so it outlasts a pause of a year. */
export const GUEST_LIFETIME_S = 400 * 24 * 3600;

/** Maximum age of the noted last use: a write for each request would delay all others. */
const USE_NOTE_MAX_MS = 10 * 60 * 1000;

/** 128 bits: cannot be guessed. */
const ID_BYTES = 16;

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
  /** Runs the transaction of a login, as {@link transactLogin} does. */
  transactLogin<Result>(way: LoginWay, work: LoginWork<Result>): Promise<Result>;
  /**
   * Adds the session of a login in the transaction: every way to log in ends here. A guest's visit isn't a login.
   * @throws AppError as `start`.
   */
  logIn(tx: Transactor, accountId: UserId, stayLoggedIn: boolean | undefined, device: Device): Promise<StartedSession>;
  /**
   * Adds a session in the transaction, which counts as a use of the account. Also deletes expired sessions, and the
   * account's least recently used ones beyond {@link SESSIONS_MAX}.
   * @throws AppError `suspended` if the account is, with the message that the site's admins wrote, if any.
   */
  start(tx: Transactor, accountId: UserId, kind: SessionKind, device: Device): Promise<StartedSession>;
  /**
   * Returns a new token for the caller's session, whose full lifetime begins again. A short session keeps its end,
   * because its owner did not want to stay logged in.
   * @throws AppError `unauthenticated` if the session has ended.
   */
  renew(caller: TokenOwner): Promise<string>;
  /** Returns the token of a session that was just started. */
  tokenFor(session: StartedSession): Promise<string>;
  /**
   * Returns the owner of a token. Also notes the session's use, at most once in ten minutes.
   * @throws AppError `unauthenticated` or `token_expired`.
   */
  identify(token: string): Promise<TokenOwner>;
  /** Returns the caller's sessions: the token's session first, then the most recently used. */
  list(caller: TokenOwner): Promise<OwnSession[]>;
  /** Ends the caller's session: its token becomes invalid. */
  end(caller: SessionCaller): Promise<void>;
  /** Ends one of the caller's sessions. @throws AppError `not_found` if the caller has no such session. */
  endOwn(caller: SessionCaller, sessionId: string): Promise<void>;
  /** Ends every session of the caller, except the token's session if `keepsThis`. */
  endAllOwn(caller: SessionCaller, keepsThis: boolean): Promise<void>;
  /** Ends every session of an account, except the one with the id `exceptId`. */
  endAll(tx: Transactor, accountId: UserId, exceptId?: string | null): Promise<void>;
  deleteExpired(): Promise<void>;
}

/** The sessions in this database. */
export function createSessions(database: Database, tokens: Tokens, clock: Clock): Sessions {
  /** Sessions whose use is being noted. */
  const noting = new Set<string>();
  const noteUse = async (sessionId: string): Promise<void> => {
    if (noting.has(sessionId)) return;
    noting.add(sessionId);
    try {
      await database.transact((tx) => updateSession(tx, sessionId, { used_at: stamp(clock) }), { session: sessionId });
    } catch {
      // A disk that is full or read-only must keep nobody out.
    } finally {
      noting.delete(sessionId);
    }
  };

  const start: Sessions['start'] = async (tx, accountId, kind, { browser, system }) => {
    await expectNotSuspended(tx, accountId);
    const startsAtS = Math.floor(clock() / 1000);
    const expiresAtS = startsAtS + LIFETIMES_S[kind];
    const sessionId = randomBytes(ID_BYTES).toString('base64url');
    const now = stamp(clock);
    await deleteExpiredSessions(tx, now);
    await noteActivity(tx, accountId, now);
    await insertSession(tx, {
      id: sessionId,
      account_id: accountId,
      kind,
      browser,
      system,
      created_at: now,
      used_at: now,
      expires_at: new Date(expiresAtS * 1000).toISOString(),
    });
    await deleteSurplusSessions(tx, accountId, SESSIONS_MAX);
    return { sessionId, accountId, startsAtS, expiresAtS };
  };

  return {
    transactLogin: (way, work) => transactLogin(database, clock, way, work),
    start,
    logIn: (tx, accountId, stayLoggedIn, device) =>
      start(tx, accountId, stayLoggedIn === true ? 'long' : 'short', device),

    tokenFor: ({ startsAtS, expiresAtS, ...claims }) => tokens.issue(claims, startsAtS, expiresAtS),

    renew: async ({ sessionId, id }) => {
      const startsAtS = Math.floor(clock() / 1000);
      const expiresAtS = await database.transact(
        async (tx) => {
          const stored = await findSession(tx, sessionId);
          if (stored === undefined) throw new AppError('unauthenticated', 'The session of this token has ended');
          if (stored.kind === 'short') return Math.floor(Date.parse(stored.expires_at) / 1000);
          const endS = startsAtS + LIFETIMES_S[stored.kind];
          await updateSession(tx, sessionId, { expires_at: new Date(endS * 1000).toISOString() });
          return endS;
        },
        { session: sessionId },
      );
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
      if (Date.parse(session.used_at) <= clock() - USE_NOTE_MAX_MS) await noteUse(sessionId);
      return { id: accountId, role: session.role, sessionId };
    },

    list: async ({ id, sessionId }) => {
      const rows = await listSessions(database.reader, id, stamp(clock));
      const own = rows.map((row) => ({
        id: row.id,
        browser: row.browser,
        system: row.system,
        startedAt: row.created_at,
        usedAt: row.used_at,
        isCurrent: row.id === sessionId,
      }));
      return own.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    },

    end: (caller) =>
      database.transact(async (tx) => {
        await deleteSession(tx, caller.sessionId);
        await addToAuditLog(tx, clock, { action: 'signed_out', by: caller, account: caller.id });
      }),

    endOwn: (caller, sessionId) =>
      database.transact(async (tx) => {
        const isEnded = await deleteSessionOf(tx, caller.id, sessionId);
        if (!isEnded) throw new AppError('not_found', 'The caller has no such session');
        await addToAuditLog(tx, clock, { action: 'sessions_ended', by: caller, account: caller.id, detail: 'one' });
      }),

    endAllOwn: (caller, keepsThis) =>
      database.transact(async (tx) => {
        const ended = await deleteSessionsOf(tx, caller.id, keepsThis ? caller.sessionId : null);
        // No entry, because nothing was done, and repeated calls would fill the audit log.
        if (ended === 0) return;
        const detail = keepsThis ? 'all others' : 'all';
        await addToAuditLog(tx, clock, { action: 'sessions_ended', by: caller, account: caller.id, detail });
      }),

    endAll: async (tx, accountId, exceptId) => {
      await deleteSessionsOf(tx, accountId, exceptId);
    },
    deleteExpired: () => database.transact((tx) => deleteExpiredSessions(tx, stamp(clock))),
  };
}

/** The address and the way of a login, for the audit log. */
interface LoginWay {
  readonly address: string;
  /** Such as `Google`; empty for a password. */
  readonly by: string;
}

/** The work in the transaction of a login. It calls `tried` with the account before its session starts. */
type LoginWork<Result> = (tx: Transactor, tried: (account: UserId) => void) => Promise<Result>;

/**
 * Runs the transaction of a login. A refusal because of a suspended account undoes the transaction, so the failed
 * sign-in becomes an entry of the audit log afterwards.
 */
async function transactLogin<Result>(
  database: Database,
  clock: Clock,
  { address, by }: LoginWay,
  work: LoginWork<Result>,
): Promise<Result> {
  const known: { account: UserId | null } = { account: null };
  try {
    return await database.transact((tx) =>
      work(tx, (account) => {
        known.account = account;
      }),
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'suspended') {
      const detail = by === '' ? 'suspended' : `${by}, suspended`;
      const act = { action: 'sign_in_failed', by: { address }, account: known.account, detail } as const;
      await database.transact((tx) => addToAuditLog(tx, clock, act));
    }
    throw error;
  }
}

/** @throws AppError `suspended` if the account is: its message is what the site's admins wrote to the person, if they did. */
async function expectNotSuspended(tx: Transactor, accountId: UserId): Promise<void> {
  if (!(await findAccount(tx, accountId))?.suspended_at) return;
  throw new AppError('suspended', (await findSuspensionWords(tx, accountId)) ?? SUSPENDED_MESSAGE);
}

/** The device on which a session was started: names that people know and that need no translation. Null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** In this order, because browsers also name the browsers that they resemble. */
const BROWSERS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+ .*Safari\//],
];

const SYSTEMS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Maximum length of a header that is read; browsers send about 150 characters. */
const LENGTH_MAX = 500;

/** Reads the names of browser and system from a User-Agent header, which proves nothing. */
export function readDevice(userAgent: string): Device {
  const text = userAgent.slice(0, LENGTH_MAX);
  const find = (known: typeof BROWSERS): string | null => known.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
