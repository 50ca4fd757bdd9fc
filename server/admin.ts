import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { plainBlock, plainLine } from '../contracts/text/lines.ts';
import { Email } from '../contracts/user.ts';
import { ROLES, Role } from '../contracts/vocabulary.ts';
import { readDataDir } from './config.ts';
import { grantRole, listOpenRequests, listStaff } from './domain/accounts/staff.ts';
import { AppError } from './domain/app-error.ts';
import { RENDITION_FAILURES_MAX } from './domain/media/renditions/stored-renditions.ts';
import { createOverview } from './domain/overview/overview.ts';
import { printAccounts, printJobs, printMaps, printStatus, printTrail } from './domain/overview/print-overview.ts';
import { createTrail } from './domain/trail/trail.ts';
import { printTrailCsv } from './domain/trail/trail-csv.ts';
import { type Database, openExistingDatabase } from './store/database.ts';

/** Exit codes: the command failed, or the arguments are wrong. */
const FAILED = 1;
const USAGE_ERROR = 2;

const USAGE = `Usage:
  npm run admin -- grant EMAIL ROLE   gives an account a role: ${ROLES.join(', ')}
  npm run admin -- list               lists the editors and admins
  npm run admin -- requests           lists who asks for the role editor
  npm run admin -- trail [--csv]      prints the newest entries of the trail, or all of it as CSV
  npm run admin -- accounts           lists all accounts but guests', with what they store
  npm run admin -- maps               lists all maps, with what they hold
  npm run admin -- jobs               lists recordings that wait for a waveform or a rendition
  npm run admin -- status             prints the version, the disk, and how much is stored
DATA_DIR is the data folder; the server may be running on it.`;

/** Prints something about the data in a folder, in pieces. */
type Command = (database: Database, dataDir: string) => AsyncIterable<string>;

/** The commands that take no further arguments. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    list: block(printStaff),
    requests: block(printRequests),
    trail: lines((database) => printTrail(createTrail(database, Date.now))),
    accounts: lines((database, dataDir) => printAccounts(overviewOf(database, dataDir))),
    maps: lines((database, dataDir) => printMaps(overviewOf(database, dataDir))),
    jobs: lines((database, dataDir) => printJobs(overviewOf(database, dataDir))),
    status: lines((database, dataDir) => printStatus(overviewOf(database, dataDir), dataDir)),
  }),
);

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
    await pipeline(Readable.from(command(database, dataDir)), process.stdout, { end: false });
    return 0;
  } catch (error) {
    // Such as `head`, which has read enough.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
    // An expected error needs no stack.
    console.error(error instanceof AppError ? plainBlock(error.message) : error);
    return FAILED;
  } finally {
    await database.close();
  }
}

/** Parses the arguments to a command; returns an error message if they are wrong. */
function parseCommand(args: readonly string[]): Command | string {
  const [command, ...rest] = args;
  const known = command === undefined || rest.length > 0 ? undefined : COMMANDS.get(command);
  if (known !== undefined) return known;
  if (command === 'trail' && rest.length === 1 && rest[0] === '--csv') return printCsv;
  if (command !== 'grant' || rest.length !== 2) {
    return `Expected grant EMAIL ROLE, trail --csv or one of ${[...COMMANDS.keys()].join(', ')}, got: ${args.join(' ')}`;
  }
  const [email, role] = [Email.safeParse(rest[0]), Role.safeParse(rest[1])];
  if (!email.success) return `Expected an email, got ${rest[0]}`;
  if (!role.success) return `Expected one of ${ROLES.join(', ')}, got ${rest[1]}`;
  return block(async (database) => {
    const { account, was } = await grantRole(database, email.data, role.data, Date.now);
    return `${account.name} <${account.email}> is ${account.role} now, and was ${was}`;
  });
}

/** A command that prints one text. Names are somebody else's, and a terminal obeys control characters. */
function block(read: (database: Database) => Promise<string>): Command {
  return async function* (database) {
    yield `${plainBlock(await read(database))}\n`;
  };
}

/** A command that prints lines as they are read. */
function lines(read: Command): Command {
  return async function* (database, dataDir) {
    for await (const line of read(database, dataDir)) yield `${plainLine(line)}\n`;
  };
}

async function* printCsv(database: Database): AsyncIterable<string> {
  yield* printTrailCsv(await createTrail(database, Date.now).export(null, {}));
}

function overviewOf(database: Database, dataDir: string) {
  return createOverview({ database, dataDir, renditionFailuresMax: RENDITION_FAILURES_MAX });
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
