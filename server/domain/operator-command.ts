import { type AccountRow, findAccountByEmail } from '../store/accounts.ts';
import type { Database, Reader } from '../store/database.ts';
import type { FileStores } from '../store/file-stores.ts';
import { AppError } from './app-error.ts';

/**
 * A command of the server's operator. Yields its output in pieces: each piece is a line without its line end, unless a
 * command says otherwise.
 */
export type OperatorCommand = (database: Database, stores: FileStores) => AsyncIterable<string>;

/** Parses an id that the operator typed: decimal digits as a number, anything else as NaN. */
export function parseId(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Returns the account with this email (trimmed, in lower case).
 * @throws AppError `not_found`; only the operator may see it, because it tells who has an account.
 */
export async function accountWithEmail(reader: Reader, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(reader, email);
  if (account === undefined) throw new AppError('not_found', `There is no account with the email ${email}`);
  return account;
}
