import { plainBlock, plainLine } from '../contracts/text/lines.ts';
import { Email } from '../contracts/user.ts';
import { ROLES, Role } from '../contracts/vocabulary.ts';
import { readDataDir, readPublicUrl } from './config.ts';
import { makeResetLink } from './domain/accounts/password-changes.ts';
import { grantRole, listOpenRequests, listStaff } from './domain/accounts/staff.ts';
import { AppError } from './domain/app-error.ts';
import { type Database, openExistingDatabase } from './store/database.ts';

/** Exit codes: the command failed, or the arguments are wrong. */
const FAILED = 1;
const USAGE_ERROR = 2;

const USAGE = `Usage:
  npm run admin -- grant EMAIL ROLE   gives an account a role: ${ROLES.join(', ')}
  npm run admin -- list               lists the editors and admins
  npm run admin -- requests           lists who asks for the role editor
  npm run admin -- reset-link EMAIL   prints a link to choose another password, once, within 24 hours
DATA_DIR is the data folder; the server may be running on it. PUBLIC_URL is the app's address, for the link.`;

/** `npm run admin`: commands for the server's operator. */
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const command = parseCommand(args);
  if (typeof command === 'string') {
    console.error(`${command}\n\n${USAGE}`);
    return USAGE_ERROR;
  }
  const dataDir = readDataDir();
  const database = await openExistingDatabase(dataDir);
  if (database === null) {
    console.error(`There is no database in ${dataDir} (DATA_DIR); the server creates one at its first start`);
    return FAILED;
  }
  try {
    console.log(plainBlock(await command(database)));
    return 0;
  } catch (error) {
    // An expected error needs no stack.
    console.error(error instanceof AppError ? plainBlock(error.message) : error);
    return FAILED;
  } finally {
    await database.close();
  }
}

/** Parses the arguments to a function that returns the text to print; returns an error message if they are wrong. */
function parseCommand(args: readonly string[]): ((database: Database) => Promise<string>) | string {
  const [command, ...rest] = args;
  if (command === 'reset-link' && rest.length === 1) return parseResetLink(rest[0] ?? '');
  if (command === 'list' && rest.length === 0) return printStaff;
  if (command === 'requests' && rest.length === 0) return printRequests;
  if (command !== 'grant' || rest.length !== 2)
    return `Expected grant EMAIL ROLE, list, requests or reset-link EMAIL, got: ${args.join(' ')}`;
  const [email, role] = [Email.safeParse(rest[0]), Role.safeParse(rest[1])];
  if (!email.success) return `Expected an email, got ${rest[0]}`;
  if (!role.success) return `Expected one of ${ROLES.join(', ')}, got ${rest[1]}`;
  return async (database) => {
    const { account, was } = await grantRole(database, email.data, role.data, Date.now);
    return `${account.name} <${account.email}> is ${account.role} now, and was ${was}`;
  };
}

function parseResetLink(text: string): ((database: Database) => Promise<string>) | string {
  const email = Email.safeParse(text);
  if (!email.success) return `Expected an email, got ${text}`;
  return async (database) => {
    const { account, link } = await makeResetLink(database, email.data, Date.now);
    const origin = readPublicUrl();
    const where = origin === null ? "; put the app's address before it, or set PUBLIC_URL" : '';
    return [
      `${account.name} <${account.email}> may choose another password, once, within 24 hours${where}:`,
      `${origin ?? ''}${link}`,
    ].join('\n');
  };
}

async function printStaff(database: Database): Promise<string> {
  const staff = await listStaff(database);
  if (staff.length === 0) return 'There are no editors and no admins';
  return staff
    .map(({ id, role, email, name }) => plainLine(`${role.padEnd(7)} ${email} (${name}, id ${id})`))
    .join('\n');
}

async function printRequests(database: Database): Promise<string> {
  const requests = await listOpenRequests(database);
  if (requests.length === 0) return 'There are no open requests';
  return requests
    .map(({ name, email, askedAt, parcours, words }) =>
      // A line each, whatever they wrote.
      plainLine(
        [
          `${askedAt} ${email} (${name})`,
          parcours === null ? '' : `, for ${parcours}`,
          words === null ? '' : `: ${words}`,
        ].join(''),
      ),
    )
    .join('\n');
}
