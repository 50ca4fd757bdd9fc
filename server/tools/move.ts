import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isPostgresUrl } from '../config/texts.ts';
import { ConfigError, readDatabaseLocation, readDataDir, readMediaStore } from '../config.ts';
import { move } from '../domain/move/move.ts';
import { MoveError } from '../domain/move/move-error.ts';
import { SnapshotError } from '../store/copy/snapshot.ts';
import { DatabaseAddressError, DatabaseVersionError } from '../store/database.ts';
import { connectBucket, MediaStoreError } from '../store/media-files/open-media-files.ts';
import { ObjectStoreError } from '../store/objects/object-store.ts';
import { SECRET_FILE } from '../store/secret.ts';
import { describeToolFailure, type Starter } from './tool.ts';

/** Exit codes: the source does not have all its files as it should, the move was refused or failed, or the arguments are wrong. */
const INCOMPLETE = 1;
const FAILED = 2;
const USAGE_ERROR = 2;

const USAGE = `Usage: npm run move -- [--to postgres://USER@HOST/DATABASE] [--media s3://BUCKET/PREFIX]
DATA_DIR is the data folder that is moved, or a back-up; the server may be running on it, and nothing there is changed.
--to names the new database, --media the new bucket; with --media alone the rows stay, in DATA_DIR or DATABASE_URL.
The bucket's key and place are settings, as for the server: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_REGION.`;

interface Arguments {
  readonly to: string | null;
  readonly media: string | null;
}

/** Errors of which only the message is printed. */
const OPERATOR_ERRORS = [
  ConfigError,
  DatabaseAddressError,
  DatabaseVersionError,
  MediaStoreError,
  MoveError,
  ObjectStoreError,
  SnapshotError,
];

/** Takes a service to another database and a bucket. */
export async function moveService(args: readonly string[], { env, console }: Starter): Promise<number> {
  const wanted = parse(args);
  if (wanted === null) {
    console.error(USAGE);
    return USAGE_ERROR;
  }
  const { to, media } = wanted;
  try {
    const from = readDatabaseLocation(env);
    const bucket = media === null ? null : connectBucket(readMediaStore(env, media));
    const { missing, changed } = await move({ from, to, bucket }, Date.now, console.log).finally(() =>
      bucket?.store.close(),
    );
    for (const name of missing) console.error(`missing from ${from.dataDir} already: ${name}`);
    for (const name of changed) console.error(`changed in ${from.dataDir} already, and not moved: ${name}`);
    if (to !== null) console.log(tellSecret(from.dataDir));
    return missing.length + changed.length === 0 ? 0 : INCOMPLETE;
  } catch (error) {
    console.error(
      await describeToolFailure(error, readDataDir(env), OPERATOR_ERRORS, (message) => nameArguments(message, wanted)),
    );
    return FAILED;
  }
}

/** A message about a setting, by the name of the argument that was given instead. */
function nameArguments(message: string, { to, media }: Arguments): string {
  const named = media === null ? message : message.replaceAll('MEDIA_STORE', '--media');
  return to === null ? named : named.replaceAll('(DATABASE_URL)', '(--to)');
}

/** Null where the arguments are wrong. */
function parse(args: readonly string[]): Arguments | null {
  try {
    const { to = null, media = null } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, media: { type: 'string' } },
    }).values;
    if (to === null && media === null) return null;
    if (to !== null && !isPostgresUrl(to)) return null;
    return media !== null && !media.startsWith('s3://') ? null : { to, media };
  } catch {
    return null;
  }
}

/** Other servers with another secret would end all sessions, and all links. */
function tellSecret(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE);
  const where = existsSync(file) ? `SECRET or, if that was not set, the content of ${file}` : 'SECRET';
  return `Give the new servers the secret of the old one, so that sessions and links go on. It is the old server's ${where}`;
}
