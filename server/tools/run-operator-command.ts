import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { plainBlock } from '../../contracts/lines.ts';
import { connectBucket, type MediaBucket } from '../cluster/media-bucket.ts';
import { DatabaseInUseError, forOperator, refuseMoved, usedParts } from '../cluster/move-records.ts';
import { ObjectStoreError } from '../cluster/object-store.ts';
import { chooseFileStores, openExistingDatabase } from '../cluster/open-stores.ts';
import { DatabaseAddressError } from '../cluster/postgres-database.ts';
import { ConfigError, readDatabaseLocation, readDataDir, readMediaStore } from '../config.ts';
import { AppError } from '../domain/app-error.ts';
import { stamp } from '../domain/clock.ts';
import type { OperatorCommand } from '../domain/operator-command.ts';
import type { Database } from '../store/database.ts';
import { StoreOwnerError } from '../store/media-owner.ts';
import { describeToolFailure, type Starter } from './tool.ts';

/** Exit code of a command that failed. */
const FAILED = 1;

/** Errors reported by their message alone. */
const OPERATOR_ERRORS = [
  AppError,
  ConfigError,
  DatabaseAddressError,
  DatabaseInUseError,
  ObjectStoreError,
  StoreOwnerError,
];

/**
 * Opens what the server has, runs a command of its operator there, and returns the exit code.
 * @param isMeant whether it may be data that a move took elsewhere
 */
export async function runOperatorCommand(
  command: OperatorCommand,
  isMeant: boolean,
  { env, output, console }: Starter,
): Promise<number> {
  let database: Database | null = null;
  let bucket: MediaBucket | null = null;
  try {
    const location = readDatabaseLocation(env);
    const mediaStore = readMediaStore(env);
    const check = async (): Promise<void> => {
      if (!isMeant) await refuseMoved(location.dataDir, usedParts(location.url, mediaStore));
    };
    await check();
    database = await openExistingDatabase(location);
    if (database === null) {
      const where = location.url === null ? `${location.dataDir} (DATA_DIR)` : 'DATABASE_URL';
      console.error(`There is no database in ${where}; the server creates one at its first start`);
      return FAILED;
    }
    bucket = connectBucket(mediaStore);
    const used = forOperator(database, () => stamp(Date.now), check);
    await pipeline(Readable.from(command(used, chooseFileStores(location.dataDir, bucket))), output, { end: false });
    return 0;
  } catch (error) {
    // The output's reader, such as `head`, has read enough.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
    console.error(await describeToolFailure(error, readDataDir(env), OPERATOR_ERRORS, plainBlock));
    return FAILED;
  } finally {
    await database?.close();
    bucket?.store.close();
  }
}
