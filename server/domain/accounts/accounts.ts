import type { CallParsed } from '../../../contracts/routes.ts';
import { GUEST_DOMAIN, isThrowaway, type SignedIn, type User } from '../../../contracts/user.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findAccountByGoogleSubject,
  insertAccount,
  linkToGoogle,
  replacePasswordHash,
} from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import type { Google, GoogleProfile } from './google.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** Sign-up and login. */
export interface Accounts {
  /**
   * Creates an account of a user. Guests come by an invitation alone, see `Visits`.
   *
   * @throws AppError `email_taken`; `invalid_request` for the role guest, and for an address as the server makes them for guests.
   */
  create(account: CallParsed<'createAccount'>['body']): Promise<User>;
  /** @throws AppError `invalid_credentials`, without telling whether the email or the password was wrong; `suspended`. */
  login(credentials: CallParsed<'login'>['body']): Promise<SignedIn>;
  /**
   * Logs in the owner of a Google access token, and creates the account if needed. An account with the same email and a
   * password is linked to Google if Google runs the mailbox: its password is deleted and its sessions are ended, because
   * whoever created it never proved to own the email.
   *
   * @throws AppError as `Google.profileOf`; `email_taken` if somebody else's account has the email; `suspended`.
   */
  loginWithGoogle(credentials: CallParsed<'loginWithGoogle'>['body']): Promise<SignedIn>;
  /** The caller's own account. */
  read(caller: Caller): Promise<User>;
}

/** The accounts in this database. */
export function createAccounts(
  database: Database,
  sessions: Sessions,
  google: Google,
  passwords: Passwords,
  clock: Clock,
): Accounts {
  return {
    create: async ({ name, email, password, role }) => {
      if (role === 'guest') {
        throw new AppError(
          'invalid_request',
          'Expected no role guest: a guest comes by an invitation and needs no sign-up',
        );
      }
      if (isThrowaway({ role: 'guest', email })) {
        throw new AppError('invalid_request', `Expected an email address outside ${GUEST_DOMAIN}`);
      }
      const row = {
        email,
        name,
        role: 'user',
        password_hash: await passwords.hash(password),
        picture: null,
        created_at: stamp(clock),
      } as const;
      const account = await database.transact((tx) => insertAccount(tx, row));
      if (account === undefined) throw new AppError('email_taken', 'Email already exists');
      return toUser(account);
    },

    login: async ({ email, password, stayLoggedIn }) => {
      const wrong = new AppError('invalid_credentials', 'Invalid email or password');
      const account = await findAccountByEmail(database.reader, email);
      const matches = await passwords.matches(account?.password_hash, password);
      if (account === undefined || !matches) throw wrong;
      const fresh = passwords.isOutdated(account.password_hash) ? await passwords.hash(password) : undefined;
      const { user, session } = await database.transact(async (tx) => {
        const current = await findAccount(tx, account.id);
        // Meanwhile the email's true owner may have logged in through Google, which deletes the password.
        if (current === undefined || current.password_hash === '') throw wrong;
        if (fresh !== undefined) await replacePasswordHash(tx, account.id, account.password_hash, fresh);
        return {
          user: toUser(current),
          session: await sessions.start(tx, account.id, stayLoggedIn === true ? 'long' : 'short'),
        };
      });
      return { user, token: await sessions.tokenFor(session) };
    },

    loginWithGoogle: async ({ accessToken, stayLoggedIn }) => {
      const profile = await google.profileOf(accessToken);
      const { user, session } = await database.transact(async (tx) => {
        const account =
          (await findAccountByGoogleSubject(tx, profile.subject)) ??
          (await createOrLink(tx, profile, sessions, stamp(clock)));
        return {
          user: toUser(account),
          session: await sessions.start(tx, account.id, stayLoggedIn === true ? 'long' : 'short'),
        };
      });
      return { user, token: await sessions.tokenFor(session) };
    },

    read: async ({ id }) => {
      const account = await findAccount(database.reader, id);
      if (account === undefined) throw new AppError('unauthenticated', 'The account of this token no longer exists');
      return toUser(account);
    },
  };
}

/** Creates or links the account at the first login through Google. */
async function createOrLink(
  tx: Transactor,
  profile: GoogleProfile,
  sessions: Sessions,
  now: string,
): Promise<AccountRow> {
  const { subject, email, name, ownsEmail } = profile;
  const known = await findAccountByEmail(tx, email);
  if (known === undefined) {
    const row = { email, name, role: 'user', password_hash: '', google_subject: subject, picture: null } as const;
    const account = await insertAccount(tx, { ...row, created_at: now });
    if (account !== undefined) return account;
  } else if (known.google_subject === null && ownsEmail) {
    const role = known.role === 'guest' ? 'user' : known.role;
    await linkToGoogle(tx, known.id, subject, role);
    await sessions.endAll(tx, known.id);
    return { ...known, role };
  }
  throw new AppError('email_taken', 'An account with this email exists; log in with its password');
}

/** An account as its owner sees it. */
export function toUser({ id, name, email, role, picture }: AccountRow): User {
  return { id, name, email, role, picture };
}
