import type { User } from '../../../contracts/user.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { type AccountRow, findAccountByEmail, listAccountsWithRole, updateRole } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';

/** An account as shown to the server's operator. */
export type StaffMember = Pick<User, 'id' | 'name' | 'email' | 'role'>;

/**
 * Changes the role of the account with this email (trimmed, in lower case), effective from its next request.
 *
 * @returns the changed account, and its previous role.
 * @throws AppError `not_found`.
 */
export async function grantRole(
  database: Database,
  email: string,
  role: Role,
): Promise<{ readonly account: StaffMember; readonly was: Role }> {
  return database.transact(async (tx) => {
    const row = await findAccountByEmail(tx, email);
    if (row === undefined) throw new AppError('not_found', `There is no account with the email ${email}`);
    await updateRole(tx, row.id, role);
    return { account: { ...toMember(row), role }, was: row.role };
  });
}

/** The site's editors and admins. */
export async function listStaff(database: Database): Promise<StaffMember[]> {
  return (await listAccountsWithRole(database.reader, ['editor', 'admin'])).map(toMember);
}

function toMember({ id, name, email, role }: AccountRow): StaffMember {
  return { id, name, email, role };
}
