import { Email } from '../../../contracts/user.ts';
import { ROLES, Role } from '../../../contracts/vocabulary.ts';
import { type AccountRow, listAccountsWithRole, updateAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { answerOpenRoleRequestOf, listOpenRoleRequests } from '../../store/role-requests.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Clock, stamp } from '../clock.ts';
import { accountWithEmail, type OperatorCommand } from '../operator-command.ts';
import { makeResetLink } from './password-changes.ts';

/** The operator's commands about accounts that take arguments. */
export const ACCOUNT_COMMANDS = ['grant', 'reset-link'];

/** The operator's commands about accounts that take no arguments. */
export const ACCOUNT_REPORTS: Readonly<Record<string, OperatorCommand>> = {
  list: async function* (database) {
    const staff = await listAccountsWithRole(database.reader, ['editor', 'admin']);
    if (staff.length === 0) yield 'There are no editors and no admins';
    for (const { id, role, email, name } of staff) yield `${role.padEnd(7)} ${email} (${name}, id ${id})`;
  },
  requests: async function* (database) {
    const requests = await listOpenRoleRequests(database.reader, LISTED_MAX);
    if (requests.length === 0) yield 'There are no open requests';
    for (const { account_name, account_email, asked_at, parcours_title, words } of requests) {
      const which = parcours_title === null ? '' : `, for ${parcours_title}`;
      yield `${asked_at} ${account_email} (${account_name})${which}${words === null ? '' : `: ${words}`}`;
    }
  },
};

/**
 * Parses a command of {@link ACCOUNT_COMMANDS}; returns an error message if its arguments are wrong, undefined for another
 * command.
 * @param publicUrl the app's origin, for links; null if it is not known
 */
export function parseAccounts(
  [command, ...rest]: readonly string[],
  publicUrl: string | null,
): OperatorCommand | string | undefined {
  const email = Email.safeParse(rest[0]);
  if (command === 'reset-link' && rest.length === 1) {
    return email.success ? resetLinkOf(email.data, publicUrl) : `Expected an email, got ${rest[0]}`;
  }
  if (command !== 'grant' || rest.length !== 2) return undefined;
  const role = Role.safeParse(rest[1]);
  if (!email.success) return `Expected an email, got ${rest[0]}`;
  if (!role.success) return `Expected one of ${ROLES.join(', ')}, got ${rest[1]}`;
  return async function* (database) {
    const { account, was } = await grantRole(database, email.data, role.data, Date.now);
    yield `${account.name} <${account.email}> is ${account.role} now, and was ${was}`;
  };
}

function resetLinkOf(email: string, publicUrl: string | null): OperatorCommand {
  return async function* (database) {
    const { account, link } = await makeResetLink(database, email, Date.now);
    const where = publicUrl === null ? "; put the app's address before it, or set PUBLIC_URL" : '';
    yield `${account.name} <${account.email}> may choose another password, once, within 24 hours${where}:`;
    yield `${publicUrl ?? ''}${link}`;
  };
}

/** Maximum number of requests that are listed at once. */
const LISTED_MAX = 1000;

/**
 * Changes the role of the account with this email (trimmed, in lower case), effective from its next request. Closes the
 * open request of a new editor or admin for the role editor.
 * @returns the changed account, and its previous role.
 * @throws AppError `not_found`.
 */
async function grantRole(
  database: Database,
  email: string,
  role: Role,
  clock: Clock,
): Promise<{ readonly account: AccountRow; readonly was: Role }> {
  return database.transact(async (tx) => {
    const row = await accountWithEmail(tx, email);
    await updateAccount(tx, row.id, { role });
    if (role !== row.role) {
      const detail = `${row.role} to ${role}, by npm run admin`;
      await addToAuditLog(tx, clock, { action: 'role_changed', by: {}, account: row.id, detail });
    }
    if (role === 'editor' || role === 'admin') {
      const answer = { answer: 'granted', answer_words: null, answered_at: stamp(clock), answered_by: null } as const;
      await answerOpenRoleRequestOf(tx, row.id, answer);
    }
    return { account: { ...row, role }, was: row.role };
  });
}
