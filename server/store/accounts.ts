import type { Role, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';

/** A row of accounts. */
export interface AccountRow {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Empty where the account is entered through Google alone: no password ever matches. */
  readonly password_hash: string;
  /** What Google calls the account; null where it is not linked to one. */
  readonly google_subject: string | null;
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

/** The account that Google calls so. */
export async function findAccountByGoogleSubject(reader: Reader, subject: string): Promise<AccountRow | undefined> {
  return reader<AccountRow>('accounts').where({ google_subject: subject }).first();
}

/** Everybody with one of these roles, in order of their ids. */
export async function listAccountsWithRole(reader: Reader, roles: readonly Role[]): Promise<AccountRow[]> {
  return reader<AccountRow>('accounts').whereIn('role', roles).orderBy('id');
}

/** True while nobody has an account. */
export async function hasNoAccounts(reader: Reader): Promise<boolean> {
  return (await reader<AccountRow>('accounts').select('id').first()) === undefined;
}

/** Adds an account; undefined where its email is taken already. */
export async function insertAccount(
  tx: Transactor,
  row: Omit<AccountRow, 'id' | 'google_subject'> & Partial<Pick<AccountRow, 'google_subject'>>,
): Promise<AccountRow | undefined> {
  const [inserted] = await tx<AccountRow>('accounts').insert(row).onConflict('email').ignore().returning('*');
  return inserted;
}

/** Gives an account another role. */
export async function updateRole(tx: Transactor, id: UserId, role: Role): Promise<void> {
  await tx<AccountRow>('accounts').where({ id }).update({ role });
}

/** Replaces a password's hash, unless it is no longer the one that was read. */
export async function replacePasswordHash(tx: Transactor, id: UserId, from: string, to: string): Promise<void> {
  await tx<AccountRow>('accounts').where({ id, password_hash: from }).update({ password_hash: to });
}

/** Links an account to Google's, gives it this role, and drops its password. */
export async function linkToGoogle(tx: Transactor, id: UserId, subject: string, role: Role): Promise<void> {
  await tx<AccountRow>('accounts').where({ id }).update({ google_subject: subject, password_hash: '', role });
}

/** Gives an account another picture: an address on this server, or null for none. */
export async function setPicture(tx: Transactor, id: UserId, picture: string | null): Promise<void> {
  await tx<AccountRow>('accounts').where({ id }).update({ picture });
}
