import { parseArgs } from 'node:util';
import { isPostgresUrl } from './config/texts.ts';
import { readDataDir } from './config.ts';
import { move } from './domain/move/move.ts';
import { MoveError } from './domain/move/move-error.ts';
import { DataDirError } from './store/data-dir.ts';
import { DatabaseAddressError, DatabaseVersionError } from './store/database.ts';

/** Exit codes: the move was refused or failed, or the arguments are wrong. */
const FAILED = 1;
const USAGE_ERROR = 2;

const USAGE = `Usage: npm run move -- --to postgres://USER@HOST/DATABASE
DATA_DIR is the data folder that is moved, or a back-up; the server may be running on it, and nothing there is changed.`;

const OPERATOR_ERRORS = [MoveError, DataDirError, DatabaseAddressError, DatabaseVersionError];

// What is stored is for its owner alone, whatever the shell's settings are.
process.umask(0o077);

/** `npm run move`: takes the service in DATA_DIR to other stores. */
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const to = parseTo(args);
  if (to === null) {
    console.error(USAGE);
    return USAGE_ERROR;
  }
  try {
    await move({ dataDir: readDataDir(), to }, Date.now, console.log);
    return 0;
  } catch (error) {
    const isExpected = OPERATOR_ERRORS.some((kind) => error instanceof kind);
    console.error(isExpected && error instanceof Error ? error.message : error);
    return FAILED;
  }
}

/** Null where the arguments are wrong. */
function parseTo(args: string[]): string | null {
  try {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values;
    return to !== undefined && isPostgresUrl(to) ? to : null;
  } catch {
    return null;
  }
}
