import type { Database } from '../../store/database.ts';
import type { MediaFiles } from '../../store/files.ts';
import { findMedia, sampleMedia } from '../../store/media.ts';
import { withTimeLimit } from '../../store/with-time-limit.ts';
import type { Clock } from '../clock.ts';
import { diskSpace } from '../disk-reserve.ts';

/** How long a result is reused, so that frequent requests cost nothing. */
export const READINESS_CACHED_MS = 1000;
/** Free space of the data folder's disk below which the server is not ready: two recordings of the usual maximum. */
export const DISK_FLOOR_BYTES = 256 * 2 ** 20;
/** Time limit of one query of the database, and of the check of the store. */
const ANSWER_TIME_MAX_MS = 2000;
const SAMPLE_FILES = 5;

/** `unknown` if the check depends on another one that failed; `warned` for a difference that may be intended. */
export type CheckResult = 'ok' | 'warned' | 'failed' | 'unknown';

/** Whether the server can do its work. Reveals nothing about the machine. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  readonly checks: Readonly<Record<'database' | 'disk' | 'files' | 'settings', CheckResult>>;
}

interface ReadinessParts {
  readonly database: Pick<Database, 'reader' | 'isAnswering' | 'cluster'>;
  readonly files: Pick<MediaFiles, 'sizeOf'>;
  /** Rejects if the files belong to another database. */
  readonly checkOwner: () => Promise<void>;
  /** Rejects if this server's settings contradict the other servers': see `Agreement`. */
  readonly checkSettings: () => Promise<'ok' | 'warned'>;
  /** Absolute path of the folder whose disk must have space. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Called with the error of each check that failed. */
  readonly onFailure: (check: keyof Readiness['checks'], error: unknown) => void;
  /** By default {@link DISK_FLOOR_BYTES}. */
  readonly diskFloorBytes?: number;
}

/**
 * Returns a function that checks the database, the disk and a sample of the files, at most once a second, and when the
 * database stops or resumes answering. Never rejects.
 */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const { clock, database } = parts;
  let last: { readonly atMs: number; readonly isAnswering: boolean; readonly result: Promise<Readiness> } | undefined;
  return () => {
    const isAnswering = database.isAnswering();
    const ageMs = last === undefined ? Number.NaN : clock() - last.atMs;
    const isSame = last?.isAnswering === isAnswering;
    // The clock may be set back.
    if (last !== undefined && isSame && ageMs >= 0 && ageMs < READINESS_CACHED_MS) return last.result;
    last = { atMs: clock(), isAnswering, result: checkAll(parts) };
    return last.result;
  };
}

async function checkAll(parts: ReadinessParts): Promise<Readiness> {
  const check = (name: keyof Readiness['checks'], work: Promise<'ok' | 'warned' | undefined>): Promise<CheckResult> =>
    work.then(
      (result) => result ?? 'ok',
      (error: unknown) => {
        parts.onFailure(name, error);
        return 'failed' as const;
      },
    );
  const sample = answered('the database', sampleMedia(parts.database.reader, SAMPLE_FILES));
  const [database, disk] = await Promise.all([
    check(
      'database',
      Promise.all([sample, answered('the database', expectChanges(parts))]).then(() => undefined),
    ),
    check('disk', checkDisk(parts)),
  ]);
  const [files, settings] =
    database === 'ok'
      ? await Promise.all([
          check('files', answered('the files', checkFiles(parts, await sample))),
          check('settings', answered('the database', parts.checkSettings())),
        ])
      : (['unknown', 'unknown'] as const);
  const checks = { database, disk, files, settings };
  const isReady = Object.values(checks).every((result) => result === 'ok' || result === 'warned');
  return { status: isReady ? 'ready' : 'not_ready', checks };
}

async function expectChanges({ database: { cluster } }: ReadinessParts): Promise<void> {
  if ((await cluster?.takesChanges()) !== false) return;
  throw new Error(
    'The database takes no changes: it is a standby, or set read-only. Name the one that does (DATABASE_URL), or promote this',
  );
}

async function checkDisk({ dataDir, diskFloorBytes = DISK_FLOOR_BYTES }: ReadinessParts): Promise<undefined> {
  const { freeBytes: free } = await diskSpace(dataDir);
  if (free < diskFloorBytes) throw new Error(`Expected ${diskFloorBytes} bytes of free space, got ${free}`);
}

async function checkFiles(
  { database: { reader }, files, checkOwner }: ReadinessParts,
  sample: Awaited<ReturnType<typeof sampleMedia>>,
): Promise<undefined> {
  await checkOwner();
  // In parallel, because a store on the network needs time for each.
  await Promise.all(
    sample.map(async ({ sha256, extension, size_bytes: expected }) => {
      const size = await files.sizeOf({ sha256, extension });
      if (size === Number(expected)) return;
      // The drop may have been deleted meanwhile.
      if ((await findMedia(reader, sha256)) === undefined) return;
      throw new Error(`Expected ${expected} bytes in ${sha256}.${extension}, got ${size ?? 'no file'}`);
    }),
  );
  return undefined;
}

/** Rejects if the work takes too long. The work can't be ended; its late result is ignored. */
function answered<Result>(whom: string, work: Promise<Result>): Promise<Result> {
  return withTimeLimit(ANSWER_TIME_MAX_MS, work, () => new Error(`Expected ${whom} within ${ANSWER_TIME_MAX_MS} ms`));
}
