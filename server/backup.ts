import { resolve } from 'node:path';
import { readDataDir } from './config.ts';
import { BackupError, backUp } from './domain/upkeep/backup.ts';
import { DatabaseVersionError } from './store/database.ts';

/** The exit codes: the back-up lacks files that the data lack already, there is none, or this was not understood. */
const INCOMPLETE = 1;
const FAILED = 2;
const MISUSED = 2;

/** `npm run backup -- DIR`: makes a back-up of DATA_DIR in a new folder below DIR. */
process.exitCode = await main(process.argv.slice(2));

async function main([target, ...rest]: readonly string[]): Promise<number> {
  if (target === undefined || rest.length > 0) {
    console.error('Usage: npm run backup -- DIR\nDATA_DIR says which data is meant; the server may be running on it.');
    return MISUSED;
  }
  try {
    const { folder, files, copied, lost } = await backUp(readDataDir(), resolve(target), Date.now);
    console.log(`${folder}: the database and ${files} files, ${copied} of them new`);
    for (const name of lost) console.error(`missing from the data already: ${name}`);
    return lost.length === 0 ? 0 : INCOMPLETE;
  } catch (error) {
    const isToldInFull = error instanceof BackupError || error instanceof DatabaseVersionError;
    console.error(isToldInFull ? error.message : error);
    return FAILED;
  }
}
