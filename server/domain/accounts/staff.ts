import type { User } from '../../../contracts/user.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { type AccountRow, listAccountsWithRole, updateRole } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { answerOpenRoleRequestOf, listOpenRoleRequests } from '../../store/role-requests.ts';
import { accountWithEmail } from '../account-with-email.ts';
import { type Clock, stamp } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';

/** An account as shown to the server's operator. */
export type StaffMember = Pick<User, 'id' | 'name' | 'email' | 'role'>;

/** An open request for the role editor, as shown to the server's operator. */
export interface OpenRoleRequest {
  readonly name: string;
  readonly email: string;
  readonly askedAt: string;
  /** The name of the parcours that it was sent from; null if from none. */
  readonly parcours: string | null;
  readonly words: string | null;
}

/** Maximum number of requests that are listed at once. */
const PRINTED_MAX = 1000;

/**
 * Changes the role of the account with this email (trimmed, in lower case), effective from its next request. Closes the
 * open request of a new editor or admin for the role editor.
 *
 * @returns the changed account, and its previous role.
 * @throws AppError `not_found`.
 */
export async function grantRole(
  database: Database,
  email: string,
  role: Role,
  clock: Clock,
): Promise<{ readonly account: StaffMember; readonly was: Role }> {
  return database.transact(async (tx) => {
    const row = await accountWithEmail(tx, email);
    await updateRole(tx, row.id, role);
    if (role !== row.role) {
      const detail = `${row.role} to ${role}, by npm run admin`;
      await addToTrail(tx, clock, { action: 'role_changed', by: {}, account: row.id, detail });
    }
    if (role === 'editor' || role === 'admin') {
      const answer = { answer: 'granted', answer_words: null, answered_at: stamp(clock), answered_by: null } as const;
      await answerOpenRoleRequestOf(tx, row.id, answer);
    }
    return { account: { ...toMember(row), role }, was: row.role };
  });
}

/** Returns the site's editors and admins. */
export async function listStaff(database: Database): Promise<StaffMember[]> {
  return (await listAccountsWithRole(database.reader, ['editor', 'admin'])).map(toMember);
}

/** Returns the open requests for the role editor, oldest first. */
export async function listOpenRequests(database: Database): Promise<OpenRoleRequest[]> {
  const rows = await listOpenRoleRequests(database.reader, PRINTED_MAX);
  return rows.map(({ account_name, account_email, asked_at, parcours_title, words }) => ({
    name: account_name,
    email: account_email,
    askedAt: asked_at,
    parcours: parcours_title,
    words,
  }));
}

function toMember({ id, name, email, role }: AccountRow): StaffMember {
  return { id, name, email, role };
}
