import { type AccountRow, findAccountByEmail } from '../store/accounts.ts';
import type { Reader } from '../store/database.ts';
import { AppError } from './app-error.ts';

/**
 * Returns the account with this email (trimmed, in lower case).
 *
 * @throws AppError `not_found`; only the operator may see it, because it tells who has an account.
 */
export async function accountWithEmail(reader: Reader, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(reader, email);
  if (account === undefined) throw new AppError('not_found', `There is no account with the email ${email}`);
  return account;
}
