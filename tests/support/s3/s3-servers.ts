import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Requests, S3_PATIENCE, type S3Patience, type S3Settings } from '../../../server/cluster/s3-request.ts';
import { startHelper } from '../engines/processes.ts';

/** An implementation of S3 that the tests know: OpenStack Swift in Python, or s3rver in JavaScript. */
export type S3Kind = 'swift' | 's3rver';

/** The one that these tests run on: by default the one that is always installed, and starts within half a second. */
export const s3Kind = (): S3Kind => (process.env.TEST_S3_KIND === 'swift' ? 'swift' : 's3rver');

/** A running store with one bucket, on this machine alone. */
export interface S3Server {
  /** Of the bucket, without a prefix. */
  readonly settings: S3Settings;
  /** The same as settings of the server, for a prefix such as `one/`. */
  environment(prefix: string): Readonly<Record<string, string>>;
  /** Ends the store and deletes what it has, unless others in this process use it. */
  stop(): Promise<void>;
}

/** Tries again sooner than a server, and is as patient with one try. */
export const TEST_PATIENCE: S3Patience = { ...S3_PATIENCE, firstDelayMs: 20 };

const BUCKET = 'drop-ici-tests';
/** Debian's Python, which its packages are for; another may come first on the PATH. */
const PYTHON = '/usr/bin/python3';
const SWIFT_PARTS = ['proxy', 'account', 'container', 'obj'].map(
  (part) => `/usr/lib/python3/dist-packages/swift/${part}/server.py`,
);
const SWIFT_ACCOUNT = { account: 'drop', user: 'ici', password: 'secret-of-the-tests' };

/** What is missing here for an implementation; none where it can be started. */
export function missingForS3(kind: S3Kind): string[] {
  if (kind === 's3rver') return [];
  return [PYTHON, ...SWIFT_PARTS].filter((path) => !existsSync(path));
}

/** Starts a store with an empty bucket. All of one process share one s3rver, which ends with it. */
export async function startS3(kind = s3Kind()): Promise<S3Server> {
  return kind === 'swift' ? startSwift() : takeBucket();
}

async function startSwift(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-swift-'));
  const { account, user, password } = SWIFT_ACCOUNT;
  const program = join(import.meta.dirname, 'swift-server.py');
  const helper = startHelper(PYTHON, [program, folder, account, user, password], process.env);
  const stop = async (): Promise<void> => {
    await helper.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const settings = settingsOf(await helper.firstLine, BUCKET, `${account}:${user}`, password);
    await makeBucket(settings);
    return { settings, environment: (prefix) => environmentOf(settings, prefix), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Buckets of one s3rver: it can make none later that other origins may read. */
const BUCKETS = Array.from({ length: 50 }, (_, at) => `${BUCKET}-${at}`);
let s3rver: Promise<string> | undefined;
let unused: string[] = [];

async function takeBucket(): Promise<S3Server> {
  if (unused.length === 0) {
    unused = [...BUCKETS];
    s3rver = startS3rver();
  }
  const bucket = unused.shift() ?? '';
  const settings = settingsOf((await s3rver) ?? '', bucket, 'S3RVER', 'S3RVER');
  return { settings, environment: (prefix) => environmentOf(settings, prefix), stop: async () => undefined };
}

async function startS3rver(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-s3rver-'));
  // Its lists go on with tokens that it encrypts by an old cipher.
  const args = ['--openssl-legacy-provider', join(import.meta.dirname, 's3rver-server.mjs'), folder, ...BUCKETS];
  return startHelper(process.execPath, args, process.env).firstLine;
}

function settingsOf(origin: string, bucket: string, accessKeyId: string, secretAccessKey: string): S3Settings {
  return { origin, region: 'us-east-1', bucket, prefix: '', accessKeyId, secretAccessKey, pathStyle: true };
}

async function makeBucket(settings: S3Settings): Promise<void> {
  const requests = createS3Requests(settings, TEST_PATIENCE);
  await requests.sendForText({ method: 'PUT', key: '', expected: [200] });
  requests.close();
}

function environmentOf(settings: S3Settings, prefix: string): Record<string, string> {
  return {
    MEDIA_STORE: `s3://${settings.bucket}/${prefix}`,
    S3_ENDPOINT: settings.origin,
    S3_REGION: settings.region,
    AWS_ACCESS_KEY_ID: settings.accessKeyId,
    AWS_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
}
