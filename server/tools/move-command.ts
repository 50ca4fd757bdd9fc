import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SnapshotError } from '../cluster/file-copies.ts';
import { connectBucket, type MediaBucket, MediaStoreError, markOf } from '../cluster/media-bucket.ts';
import { MoveError } from '../cluster/move-progress.ts';
import { move } from '../cluster/move-service.ts';
import { ObjectStoreError } from '../cluster/object-store.ts';
import { DatabaseAddressError } from '../cluster/postgres-database.ts';
import { isPostgresUrl } from '../config/environment.ts';
import { AFTER_MOVE, ConfigError, readDatabaseLocation, readDataDir, readMediaStore } from '../config.ts';
import { SECRET_FILE } from '../store/data-dir.ts';
import { readFolderMark } from '../store/media-folder.ts';
import { StoreOwnerError } from '../store/media-owner.ts';
import { describeToolFailure, type Starter, takeAfterMove } from './tool.ts';

/**
 * Exit codes: the source's files are incomplete or changed, the move was refused or failed, or the arguments are
 * invalid.
 */
const INCOMPLETE = 1;
const FAILED = 2;
const USAGE_ERROR = 2;

const USAGE = `Usage: npm run move -- [--to postgres://USER@HOST/DATABASE] [--media s3://BUCKET/PREFIX]
DATA_DIR is the data folder that is moved, or a back-up. The server may run meanwhile. Run again
once the server is stopped: this is the last move, and nothing starts in DATA_DIR any more, unless it is a back-up. ${AFTER_MOVE} moves what
went elsewhere before.
--to names the new database, --media the new bucket; with --media alone the rows stay, in DATA_DIR or DATABASE_URL.
The bucket's key and place are settings, as for the server: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_REGION.`;

interface Arguments {
  readonly to: string | null;
  readonly media: string | null;
  readonly isAfterMove: boolean;
}

/** Errors reported by their message alone. */
const OPERATOR_ERRORS = [
  ConfigError,
  DatabaseAddressError,
  MediaStoreError,
  MoveError,
  ObjectStoreError,
  SnapshotError,
  StoreOwnerError,
];

/** Moves a service to another database and a bucket. */
export async function moveService(args: readonly string[], { env, console }: Starter): Promise<number> {
  const wanted = parse(args);
  if (wanted === null) {
    console.error(USAGE);
    return USAGE_ERROR;
  }
  const { to, media, isAfterMove } = wanted;
  let bucket: MediaBucket | null = null;
  try {
    const from = readDatabaseLocation(env);
    bucket = connectBucket(readMediaStore(env, media ?? env.MEDIA_STORE));
    const stays = media === null && bucket !== null ? markOf(bucket.store, bucket.name) : null;
    const mark = { read: async () => (await stays?.read()) ?? readFolderMark(from.dataDir).read() };
    const goes = media === null ? null : bucket;
    const { missing, changed } = await move({ from, to, bucket: goes, mark, isAfterMove }, Date.now, console.log);
    for (const name of missing) console.error(`missing from ${from.dataDir} already: ${name}`);
    for (const name of changed) console.error(`changed in ${from.dataDir} already, and not moved: ${name}`);
    if (to !== null) console.log(tellSecret(from.dataDir));
    return missing.length + changed.length === 0 ? 0 : INCOMPLETE;
  } catch (error) {
    console.error(
      await describeToolFailure(error, readDataDir(env), OPERATOR_ERRORS, (message) => nameArguments(message, wanted)),
    );
    return FAILED;
  } finally {
    bucket?.store.close();
  }
}

/** Replaces the name of a setting in a message by the argument that was given instead. */
function nameArguments(message: string, { to, media }: Arguments): string {
  const named = media === null ? message : message.replaceAll(/\bMEDIA_STORE(?=[:)])/g, '--media');
  return to === null ? named : named.replaceAll('(DATABASE_URL)', '(--to)');
}

/** Parses the arguments; null if they are invalid. */
function parse(args: readonly string[]): Arguments | null {
  try {
    const { isMeant: isAfterMove, others } = takeAfterMove(args);
    const { to = null, media = null } = parseArgs({
      args: others,
      options: { to: { type: 'string' }, media: { type: 'string' } },
    }).values;
    if (to === null && media === null) return null;
    if (to !== null && !isPostgresUrl(to)) return null;
    return media !== null && !media.startsWith('s3://') ? null : { to, media, isAfterMove };
  } catch {
    return null;
  }
}

/** Tells the operator to reuse the secret: another one would end all sessions and links. */
function tellSecret(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE);
  const where = existsSync(file) ? `SECRET or, if that was not set, the content of ${file}` : 'SECRET';
  return `Give the new servers the secret of the old one, so that sessions and links go on. It is the old server's ${where}`;
}
