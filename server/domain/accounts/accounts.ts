import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import { GUEST_DOMAIN, isThrowaway, type SignedIn, type User } from '../../../contracts/user.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findAccountByGoogleSubject,
  insertAccount,
  markEmailVerified,
  updateAccount,
} from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog, hashForToday } from '../audit-log/write-audit-log.ts';
import { accountOf, type Caller, mayMailInvites, type SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { ownerOf } from '../fair-queue.ts';
import type { Addresses } from './addresses.ts';
import { createOrLink, type Google } from './google.ts';
import type { CheckNewPassword } from './new-password.ts';
import type { Passwords } from './passwords.ts';
import type { Device, Sessions, StartedSession } from './sessions.ts';

interface AccountsParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly google: Google;
  readonly passwords: Passwords;
  readonly checkNewPassword: CheckNewPassword;
  readonly addresses: Addresses;
  readonly clock: Clock;
}

/** The accounts in this database. */
export function createAccounts(parts: AccountsParts) {
  const { database, sessions, google, passwords, checkNewPassword, addresses, clock } = parts;
  return {
    /**
     * Creates an account of a user, and mails it the link that verifies its address. Guests come only by an invitation,
     * see `Visits`.
     * @throws AppError `email_taken`; as `CheckNewPassword`; `invalid_request` for the role guest, and for an address
     * like those that the server makes for guests.
     */
    create: async (
      { name, email, password, role, language }: CallParsed<'createAccount'>['body'],
      address?: string,
    ): Promise<User> => {
      if (role === 'guest') {
        throw new AppError(
          'invalid_request',
          'Expected no role guest: a guest comes by an invitation and needs no sign-up',
        );
      }
      if (isThrowaway({ role: 'guest', email })) {
        throw new AppError('invalid_request', `Expected an email address outside ${GUEST_DOMAIN}`);
      }
      checkNewPassword(password, { email, name });
      const row = {
        email,
        name,
        role: 'user',
        password_hash: await passwords.hash(password, ownerOf({ address })),
        picture: null,
        language: language ?? null,
        created_at: stamp(clock),
      } as const;
      const account = await database.transact(async (tx) => {
        const inserted = await insertAccount(tx, row);
        if (inserted === undefined) throw new AppError('email_taken', 'Email already exists');
        const by = { id: inserted.id, ...(address === undefined ? {} : { address }) };
        await addToAuditLog(tx, clock, { action: 'signed_up', by, account: inserted.id });
        return inserted;
      });
      addresses.welcome(account.id);
      return toUser(account);
    },

    /** @throws AppError `invalid_credentials`, the same for a wrong email and a wrong password; `suspended`. */
    login: async (credentials: CallParsed<'login'>['body'], device: Device, address: string): Promise<SignedIn> => {
      // Repeated whenever the password was replaced during its check, because only the current password may log in.
      for (;;) {
        const signedIn = await tryLogin(credentials, device, address);
        if (signedIn !== null) return { user: signedIn.user, token: await sessions.tokenFor(signedIn.session) };
      }
    },

    /**
     * Logs in the owner of a Google access token, and creates the account if needed. An account with the same email and a
     * password is linked to Google if Google runs the mailbox: its password and passkeys are deleted and its sessions
     * ended, because its creator never proved that they own the email. An address whose mailbox Google runs is verified.
     * @throws AppError as `Google.profileOf`; `email_taken` if another person's account has the email; `suspended`.
     */
    loginWithGoogle: async (
      { accessToken, stayLoggedIn, termsVersion }: CallParsed<'loginWithGoogle'>['body'],
      device: Device,
      address: string,
    ): Promise<SignedIn> => {
      const profile = await google.profileOf(accessToken).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'google_refused') await recordGoogleFailure(address);
        throw error;
      });
      const { user, session } = await sessions.transactLogin({ address, by: 'Google' }, async (tx, tried) => {
        const account =
          (await findAccountByGoogleSubject(tx, profile.subject)) ??
          (await createOrLink(tx, profile, sessions, clock, { address, termsVersion }));
        tried(account.id);
        const by = { id: account.id, address };
        await addToAuditLog(tx, clock, { action: 'signed_in', by, account: account.id, detail: 'Google' });
        // The address at Google may have changed since the account was made.
        if (profile.ownsEmail && profile.email === account.email) {
          await markEmailVerified(tx, account.id, stamp(clock));
        }
        return { user: toUser(account), session: await sessions.logIn(tx, account.id, stayLoggedIn, device) };
      });
      return { user, token: await sessions.tokenFor(session) };
    },

    /** Returns the caller's own account. */
    read: async (caller: Caller): Promise<User> => toUser(await accountOf(database.reader, caller)),

    /** Returns how the caller's account is secured, without its passkeys. */
    readSecurity: async (caller: SessionCaller): Promise<Omit<CallResponse<'readSecurity'>, 'passkeys'>> => {
      const account = await accountOf(database.reader, caller);
      return {
        hasPassword: account.password_hash !== '',
        emailVerified: account.email_verified_at !== null,
        mayMailInvites: mayMailInvites(account),
        sessions: await sessions.list(caller),
      };
    },
  };

  /** @returns null if a reset, a change, another login or Google replaced or deleted the password meanwhile. */
  async function tryLogin(
    { email, password, stayLoggedIn }: CallParsed<'login'>['body'],
    device: Device,
    address: string,
  ): Promise<{ readonly user: User; readonly session: StartedSession } | null> {
    const account = await findAccountByEmail(database.reader, email);
    const owner = ownerOf({ address });
    const matches = await passwords.matches(account?.password_hash, password, owner);
    if (account === undefined || !matches) {
      await recordFailure(email, account, address);
      throw new AppError('invalid_credentials', 'Invalid email or password');
    }
    const fresh = passwords.isOutdated(account.password_hash) ? await passwords.hash(password, owner) : undefined;
    return sessions.transactLogin({ address, by: '' }, async (tx, tried) => {
      tried(account.id);
      const current = await findAccount(tx, account.id);
      if (current?.password_hash !== account.password_hash) return null;
      if (fresh !== undefined) await updateAccount(tx, account.id, { password_hash: fresh });
      await addToAuditLog(tx, clock, { action: 'signed_in', by: { id: account.id, address }, account: account.id });
      return { user: toUser(current), session: await sessions.logIn(tx, account.id, stayLoggedIn, device) };
    });
  }

  async function recordGoogleFailure(address: string): Promise<void> {
    await database.transact((tx) =>
      addToAuditLog(tx, clock, { action: 'sign_in_failed', by: { address }, detail: 'Google' }),
    );
  }

  /** Stores which account was tried, but the email only as a hash, because people type passwords into its field. */
  async function recordFailure(email: string, account: AccountRow | undefined, address: string): Promise<void> {
    await database.transact(async (tx) => {
      const detail = `email ${await hashForToday(tx, clock, 'email', email)}`;
      await addToAuditLog(tx, clock, {
        action: 'sign_in_failed',
        by: { address },
        account: account?.id ?? null,
        detail,
      });
    });
  }
}

/** An account as its owner sees it. */
export function toUser({ id, name, email, role, picture, terms_version, no_statistics, language }: AccountRow): User {
  return {
    id,
    name,
    email,
    role,
    picture,
    ...(terms_version === null ? {} : { termsVersion: terms_version }),
    ...(no_statistics ? { noStatistics: true } : {}),
    ...(language === null ? {} : { language }),
  };
}
