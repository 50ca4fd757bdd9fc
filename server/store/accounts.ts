import type { Role, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of accounts. */
export interface AccountRow {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly picture: string | null;
  readonly created_at: string;
}

/** The account with this id. */
export async function findAccount(reader: Reader, id: UserId): Promise<AccountRow | undefined> {
  return reader<AccountRow>('accounts').where({ id }).first();
}

/** The account with this email, which is compared as it stands. */
export async function findAccountByEmail(reader: Reader, email: string): Promise<AccountRow | undefined> {
  return reader<AccountRow>('accounts').where({ email }).first();
}

/** True while nobody has an account. */
export async function hasNoAccounts(reader: Reader): Promise<boolean> {
  return (await reader<AccountRow>('accounts').select('id').first()) === undefined;
}

/** Adds an account; undefined where its email is taken already. */
export async function insertAccount(tx: Transactor, row: Omit<AccountRow, 'id'>): Promise<AccountRow | undefined> {
  const [inserted] = await tx<AccountRow>('accounts').insert(row).onConflict('email').ignore().returning('*');
  return inserted;
}
