import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { findAtStart, type StartFindings } from '../cluster/agreement.ts';
import { DatabaseUseError, tryDatabase } from '../cluster/check-database.ts';
import { checkBucket, connectBucket, type MediaBucket, MediaStoreError } from '../cluster/media-bucket.ts';
import { MovedAwayError, refuseMoved, usedParts } from '../cluster/move-records.ts';
import { ObjectStoreError } from '../cluster/object-store.ts';
import { chooseFileStores } from '../cluster/open-stores.ts';
import { DatabaseAddressError } from '../cluster/postgres-database.ts';
import { describeDatabase, describeStore } from '../config/describe.ts';
import { isMailAddress } from '../config/environment.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createPasswords } from '../domain/accounts/passwords.ts';
import { diskSpace } from '../domain/disk-reserve.ts';
import { TRIAL_MAIL } from '../domain/mail/mail-words.ts';
import { createSendMail, explainMailFailure, tryMailServer } from '../domain/mail/mailer.ts';
import { linkOfMap } from '../domain/tiles/map-tiles.ts';
import { DISK_FLOOR_BYTES } from '../domain/upkeep/readiness.ts';
import { checkDataDir, readSecret, refuseLostDatabase } from '../store/data-dir.ts';
import { DatabaseVersionError } from '../store/database.ts';
import { unlessMissing } from '../store/files.ts';
import { StoreOwnerError } from '../store/media-owner.ts';
import { SCHEMA } from '../store/migrations/index.ts';
import { MapArchiveError, openMapArchive } from '../store/tiles.ts';
import { describeToolFailure, type Starter } from './tool.ts';

/** Exit codes: a check failed, or the arguments are invalid. */
const FAILED = 1;
const USAGE_ERROR = 2;

const USAGE = `Usage: npm run check-config [-- --mail ADDRESS]
Tries what the server's settings name, starts nothing and changes nothing: each line says ok, or what to do.
--mail sends a test mail to that address. Set what the server has, and run it as the user whom the server runs as.`;

/** A setting, or a service that it refers to, fails its check; the message says what to do. */
class TrialError extends Error {
  override readonly name = 'TrialError';
}

/** Errors reported by their message alone. */
const OPERATOR_ERRORS = [
  ConfigError,
  DatabaseAddressError,
  DatabaseUseError,
  DatabaseVersionError,
  MapArchiveError,
  MediaStoreError,
  MovedAwayError,
  ObjectStoreError,
  StoreOwnerError,
  TrialError,
];

/** Checks one part; resolves with the detail to show after `ok`, or rejects with an error that says what to do. */
type Trial = () => Promise<string>;

/** Checks the settings of a server, outputs a line for each part, and changes nothing. */
export async function checkConfig(args: readonly string[], { env, console }: Starter): Promise<number> {
  const to = parse(args);
  if (to === undefined) {
    console.error(USAGE);
    return USAGE_ERROR;
  }
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) console.log(`settings: ${fault}`);
    console.log('The rest is tried once the settings are right');
    return FAILED;
  }
  const bucket = connectBucket(config.mediaStore);
  const trials: Readonly<Record<string, Trial>> = {
    settings: async () =>
      `${config.production ? 'production' : 'development (NODE_ENV)'}, public address ${config.publicUrl ?? 'none (PUBLIC_URL)'}`,
    disk: () => tryDisk(config),
    store: () => tryStore(config, bucket),
    database: () => tryTables(config, bucket),
    mail: () => tryMail(config, to),
    'map archive': () => tryArchive(config),
  };
  let code = 0;
  try {
    for (const [name, trial] of Object.entries(trials)) {
      const failure = await trial().then(
        (detail) => void console.log(`${name}: ok (${detail})`),
        (error: unknown) => describeToolFailure(error, config.dataDir, OPERATOR_ERRORS),
      );
      if (failure === undefined) continue;
      code = FAILED;
      console.log(`${name}: ${failure instanceof Error ? failure.message : String(failure)}`);
    }
  } finally {
    bucket?.store.close();
  }
  return code;
}

/** The recipient of the test mail, null for none; undefined if the arguments are invalid. */
function parse(args: readonly string[]): string | null | undefined {
  try {
    const { mail } = parseArgs({ args: [...args], options: { mail: { type: 'string' } } }).values;
    if (mail === undefined) return null;
    return isMailAddress(mail) && !mail.includes('<') ? mail : undefined;
  } catch {
    return undefined;
  }
}

async function tryDisk({ dataDir, diskReserveBytes, databaseUrl, mediaStore }: Config): Promise<string> {
  await checkDataDir(dataDir);
  await refuseMoved(dataDir, usedParts(databaseUrl, mediaStore));
  if (databaseUrl === null) await refuseLostDatabase(dataDir);
  const { freeBytes, folder } = await spaceFor(dataDir);
  const least = Math.max(diskReserveBytes, DISK_FLOOR_BYTES);
  if (freeBytes < least) {
    throw new TrialError(
      `The disk of ${dataDir} (DATA_DIR) has ${inMib(freeBytes)} free of the ${inMib(least)} that stay so (DISK_RESERVE_BYTES): uploads would be refused. Free some, name a folder on another disk, or lower the reserve`,
    );
  }
  return `${dataDir}${folder === dataDir ? '' : ', which the first start makes'}, ${inMib(freeBytes)} free`;
}

async function tryStore(config: Config, bucket: MediaBucket | null): Promise<string> {
  if (bucket !== null) await checkBucket(bucket);
  return describeStore(config);
}

async function tryTables(config: Config, bucket: MediaBucket | null): Promise<string> {
  const location = { dataDir: config.dataDir, url: config.databaseUrl };
  let found: StartFindings = { refused: [], warned: [] };
  const tables = await tryDatabase(
    location,
    { mark: chooseFileStores(config.dataDir, bucket).readMark },
    async (database) => {
      found = await findAtStart({ ...(await ownOf(config, bucket)), database });
    },
  );
  if (found.refused.length > 0) throw new TrialError(found.refused.join('\n'));
  const state = {
    same: `schema ${SCHEMA}`,
    older: `which the start brings to schema ${SCHEMA}: back up first`,
    none: `without tables: the first start makes them`,
  }[tables];
  return [`${describeDatabase(config)}, ${state}`, ...found.warned].join('. ');
}

/** This server's values of the properties that all servers on one database must share. */
async function ownOf({ dataDir, secret, mapArchive, passwordCost }: Config, bucket: MediaBucket | null) {
  return {
    // If none is stored, the start creates a secret, which no database knows.
    secret: secret ?? (await unlessMissing(readSecret(dataDir))) ?? '',
    media: chooseFileStores(dataDir, bucket).name,
    map: mapArchive === null ? null : await findLink(mapArchive),
    hashes: createPasswords(passwordCost),
    clock: Date.now,
  };
}

/** The link to a map archive; undefined if it can't be opened, which another line reports. */
async function findLink(mapArchive: string): Promise<string | undefined> {
  try {
    const archive = await openMapArchive(mapArchive);
    await archive.close();
    return linkOfMap(archive.tag);
  } catch (error) {
    if (error instanceof MapArchiveError) return undefined;
    throw error;
  }
}

async function tryMail({ mail }: Config, to: string | null): Promise<string> {
  if (mail === null) {
    if (to !== null) throw new TrialError(`No mail was sent to ${to}: set SMTP_URL, MAIL_FROM and PUBLIC_URL`);
    return 'SMTP_URL is not set: none are sent';
  }
  const { host } = new URL(mail.smtpUrl);
  try {
    if (to === null) await tryMailServer(mail);
    else await createSendMail(mail)({ to, ...TRIAL_MAIL });
  } catch (error) {
    throw new TrialError(explainMailFailure(mail, error), { cause: error });
  }
  return to === null ? `${host} lets us in; --mail ADDRESS sends a test mail` : `${host} took a mail to ${to}`;
}

async function tryArchive({ mapArchive }: Config): Promise<string> {
  if (mapArchive === null) return 'MAP_PMTILES is not set';
  const archive = await openMapArchive(mapArchive);
  await archive.close();
  return mapArchive;
}

/** The disk space of the folder, or of its nearest existing parent. */
async function spaceFor(dataDir: string) {
  let folder = dataDir;
  for (;;) {
    try {
      return { ...(await diskSpace(folder)), folder };
    } catch (error) {
      if (folder === dirname(folder)) throw error;
      folder = dirname(folder);
    }
  }
}

function inMib(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}
