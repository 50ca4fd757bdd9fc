import { Email } from '../../../contracts/user.ts';
import { ROLES, Role } from '../../../contracts/vocabulary.ts';
import { listAccountsWithRole } from '../../store/accounts.ts';
import { listOpenRoleRequests } from '../../store/role-requests.ts';
import { accountWithEmail, type OperatorCommand } from '../operator-command.ts';
import { changeRole, makeResetLink } from './account-admin.ts';

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
    const [account, was] = await database.transact(async (tx) => {
      const found = await accountWithEmail(tx, email.data);
      return [found, await changeRole(tx, Date.now, null, found.id, role.data)] as const;
    });
    yield `${account.name} <${account.email}> is ${role.data} now, and was ${was}`;
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
