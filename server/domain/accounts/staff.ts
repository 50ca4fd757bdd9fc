import type { User } from '../../../contracts/user.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { type AccountRow, findAccountByEmail, listAccountsWithRole, updateRole } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';

/** What whoever runs the server knows an account by. */
export type StaffMember = Pick<User, 'id' | 'name' | 'email' | 'role'>;

/**
 * Gives the account with this email (trimmed, in lower case) another role, which counts from its next request on.
 *
 * @returns the account as it is now, and the role it had.
 * @throws AppError `not_found`.
 */
export async function grantRole(
  database: Database,
  email: string,
  role: Role,
): Promise<{ readonly account: StaffMember; readonly was: Role }> {
  return database.transact(async (tx) => {
    const row = await findAccountByEmail(tx, email);
    if (row === undefined) throw new AppError('not_found', `Nobody has an account with the email ${email}`);
    await updateRole(tx, row.id, role);
    return { account: { ...asMember(row), role }, was: row.role };
  });
}

/** The site's editors and admins. */
export async function listStaff(database: Database): Promise<StaffMember[]> {
  return (await listAccountsWithRole(database.reader, ['editor', 'admin'])).map(asMember);
}

function asMember({ id, name, email, role }: AccountRow): StaffMember {
  return { id, name, email, role };
}
