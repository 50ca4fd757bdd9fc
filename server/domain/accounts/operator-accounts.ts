import { Email } from '../../../contracts/user.ts';
import { ROLES, Role } from '../../../contracts/vocabulary.ts';
import type { OperatorCommand } from '../operator-command.ts';
import { makeResetLink } from './password-changes.ts';
import { grantRole, listOpenRequests, listStaff } from './staff.ts';

/** The operator's commands about accounts that take arguments. */
export const ACCOUNT_COMMANDS = ['grant', 'reset-link'];

/** The operator's commands about accounts that take no arguments. */
export const ACCOUNT_PRINTS: Readonly<Record<string, OperatorCommand>> = {
  list: async function* (database) {
    const staff = await listStaff(database);
    if (staff.length === 0) yield 'There are no editors and no admins';
    for (const { id, role, email, name } of staff) yield `${role.padEnd(7)} ${email} (${name}, id ${id})`;
  },
  requests: async function* (database) {
    const requests = await listOpenRequests(database);
    if (requests.length === 0) yield 'There are no open requests';
    for (const { name, email, askedAt, parcours, words } of requests) {
      const which = parcours === null ? '' : `, for ${parcours}`;
      yield `${askedAt} ${email} (${name})${which}${words === null ? '' : `: ${words}`}`;
    }
  },
};

/**
 * Parses a command of {@link ACCOUNT_COMMANDS}; returns an error message if its arguments are wrong, undefined for another
 * command.
 *
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
