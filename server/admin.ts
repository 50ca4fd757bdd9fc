import { Email } from '../contracts/user.ts';
import { ROLES, Role } from '../contracts/vocabulary.ts';
import { readDataDir } from './config.ts';
import { grantRole, listStaff } from './domain/accounts/staff.ts';
import { AppError } from './domain/app-error.ts';
import { type Database, openExistingDatabase } from './store/database.ts';

/** The exit codes: what was asked failed, or was not understood. */
const FAILED = 1;
const MISUSED = 2;

const USAGE = `Usage:
  npm run admin -- grant EMAIL ROLE   gives an account a role: ${ROLES.join(', ')}
  npm run admin -- list               lists the editors and admins
DATA_DIR says which data is meant; the server may be running on it.`;

/** `npm run admin`: what only whoever runs the server may do. */
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const work = readWork(args);
  if (typeof work === 'string') {
    console.error(`${work}\n\n${USAGE}`);
    return MISUSED;
  }
  const dataDir = readDataDir();
  const database = await openExistingDatabase(dataDir);
  if (database === null) {
    console.error(`There is no database in ${dataDir} (DATA_DIR); the server makes one when it first starts`);
    return FAILED;
  }
  try {
    console.log(await work(database));
    return 0;
  } catch (error) {
    // What the operator can mend needs no stack.
    console.error(error instanceof AppError ? error.message : error);
    return FAILED;
  } finally {
    await database.close();
  }
}

/** What the arguments ask for, as the work that returns what to print; or what is wrong with them. */
function readWork(args: readonly string[]): ((database: Database) => Promise<string>) | string {
  const [command, ...rest] = args;
  if (command === 'list' && rest.length === 0) return printStaff;
  if (command !== 'grant' || rest.length !== 2) return `Expected grant EMAIL ROLE or list, got: ${args.join(' ')}`;
  const [email, role] = [Email.safeParse(rest[0]), Role.safeParse(rest[1])];
  if (!email.success) return `Expected an email, got ${rest[0]}`;
  if (!role.success) return `Expected one of ${ROLES.join(', ')}, got ${rest[1]}`;
  return async (database) => {
    const { account, was } = await grantRole(database, email.data, role.data);
    return `${account.name} <${account.email}> is ${account.role} now, and was ${was}`;
  };
}

async function printStaff(database: Database): Promise<string> {
  const staff = await listStaff(database);
  if (staff.length === 0) return 'There are no editors and no admins';
  return staff.map(({ id, role, email, name }) => `${role.padEnd(7)} ${email} (${name}, id ${id})`).join('\n');
}
