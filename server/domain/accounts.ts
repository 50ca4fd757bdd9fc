import type { CallParsed } from '../../contracts/routes.ts';
import type { User } from '../../contracts/user.ts';
import { type AccountRow, findAccount, findAccountByEmail, insertAccount } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, stamp } from './clock.ts';
import { hashPassword, matchesPassword } from './passwords.ts';
import type { Tokens } from './tokens.ts';

/** Accounts: signing up, logging in, and finding out who asks. */
export interface Accounts {
  /**
   * Signs somebody up, as a guest where that is asked for and as a user otherwise.
   *
   * @throws AppError `email_taken`.
   */
  create(account: CallParsed<'createAccount'>['body']): Promise<User>;
  /** @throws AppError `invalid_credentials`, which doesn't tell whether the email or the password was wrong. */
  login(credentials: CallParsed<'login'>['body']): Promise<{ user: User; token: string }>;
  /** @throws AppError `unauthenticated` or `token_expired`. */
  identify(token: string): Promise<Caller>;
}

/** Accounts kept in this database. */
export function createAccounts(database: Database, tokens: Tokens, clock: Clock): Accounts {
  return {
    create: async ({ name, email, password, role }) => {
      const row = {
        email,
        name,
        role: role === 'guest' ? 'guest' : 'user',
        password_hash: await hashPassword(password),
        picture: null,
        created_at: stamp(clock),
      } as const;
      const account = await database.transact((tx) => insertAccount(tx, row));
      if (account === undefined) throw new AppError('email_taken', 'Email already exists');
      return asUser(account);
    },

    login: async ({ email, password, stayLoggedIn }) => {
      const account = await findAccountByEmail(database.reader, email);
      const matches = await matchesPassword(account?.password_hash, password);
      if (account === undefined || !matches) throw new AppError('invalid_credentials', 'Invalid email or password');
      return { user: asUser(account), token: await tokens.issue(account.id, stayLoggedIn ?? false) };
    },

    identify: async (token) => {
      const account = await findAccount(database.reader, await tokens.read(token));
      if (account === undefined) throw new AppError('unauthenticated', 'The account of this token no longer exists');
      return { id: account.id, role: account.role };
    },
  };
}

function asUser({ id, name, email, role, picture }: AccountRow): User {
  return { id, name, email, role, picture };
}
