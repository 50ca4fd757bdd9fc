import { constants } from 'node:fs';
import { access, mkdir, open, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './files.ts';

/** With less free space, the database cannot write a page and its overhead. */
const ROOM_BYTES_MIN = 256 * 1024;

/** Reasons why a file or a folder can't be used, with advice to the operator. */
const REASONS = {
  full: 'its disk is full. Free 16 MiB or more on it and start again. Of the data folder, map-extracts may be deleted; once the server runs, people can delete what they no longer need',
  readOnly:
    'its disk is read-only. Mount it writable; if the system itself has made it read-only, its log (dmesg) says what is wrong with the disk',
  rights: `the user that runs this (id ${process.getuid?.() ?? 'unknown'}) may not use it. Give the folder and all that is in it to that user (chown -R), or start as the user that owns it`,
  noFolder: 'it is a file, or leads through one. Name a folder, or move that file away',
  missing:
    'it leads to a folder that is not there, of a disk that is not mounted for instance. Mount that, or name another folder',
  noDisk:
    'it is on no disk, but among what the system tells of itself, where nothing can be kept. Name a folder on a disk',
  noFile: 'it is no file. Move it away',
  damaged:
    'it is damaged, or no database of this service. Keep a copy of the folder and restore the newest back-up to an empty one, as docs/operations.md says: what another state has left there, such as its -wal, damages a database, too',
  locked: 'another program has locked it. End what has it open, such as the program sqlite3, and start again',
  failing:
    'its disk fails to read or write. The system’s log (dmesg) says why: copy what can be read to another disk, or restore the newest back-up there',
} as const;

type Reason = keyof typeof REASONS;

/** The reasons by codes of the system, of SQLite, and of our own checks. */
const REASON_OF: Readonly<Record<string, Reason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  SQLITE_FULL: 'full',
  disk_full: 'full',
  EROFS: 'readOnly',
  SQLITE_READONLY: 'readOnly',
  EACCES: 'rights',
  EPERM: 'rights',
  SQLITE_PERM: 'rights',
  SQLITE_AUTH: 'rights',
  ENOTDIR: 'noFolder',
  ELOOP: 'noFolder',
  EEXIST: 'noFolder',
  ENOENT: 'missing',
  no_disk: 'noDisk',
  EISDIR: 'noFile',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'damaged',
  SQLITE_FORMAT: 'damaged',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_PROTOCOL: 'locked',
  EIO: 'failing',
  SQLITE_IOERR: 'failing',
  SQLITE_NOLFS: 'failing',
  SQLITE_CANTOPEN: 'failing',
};

/** SQLite's codes for a refusal by the system: they don't say the reason. */
const UNCLEAR = /^SQLITE_(CANTOPEN|READONLY|IOERR|PERM|AUTH)/;

/**
 * Says to the operator why `folder` or a file in it can't be used, and what to do; null for an error of another kind.
 * @param files names of files in the folder that the error may be about if it names none; the database first.
 */
export async function explainStorageError(
  error: unknown,
  folder: string,
  files: readonly [string, ...string[]],
): Promise<string | null> {
  const failure = storageFailure(error);
  if (failure === null || (failure.path !== null && !isIn(failure.path, folder))) return null;
  const { code } = failure;
  const told = (path: string, found: string): string => sayReason(folder, path, found);
  if (code === 'ENOENT') {
    // A missing file inside the folder is our own error.
    if (failure.path !== folder) return null;
    const parent = await nearestFolder(folder);
    const refusal = await refusalOf(access(parent, constants.W_OK | constants.X_OK));
    return refusal === null ? told(folder, code) : told(parent, refusal);
  }
  const refusal = UNCLEAR.test(code) ? await findRefusal(folder, files) : null;
  if (refusal !== null) return told(refusal.path, refusal.code);
  const isOfDatabase = code.startsWith('SQLITE_') && REASON_OF[code] !== 'full';
  return told(failure.path ?? (isOfDatabase ? join(folder, files[0]) : folder), code);
}

/** Says why an unused folder, or a file in it, can't be used; null if it can. Creates and writes nothing. */
export async function unusableReason(folder: string, files: readonly string[]): Promise<string | null> {
  const there = await nearestFolder(folder);
  if (!(await stat(there)).isDirectory()) return sayReason(folder, there, 'ENOTDIR');
  if (await isNoDisk(there)) return sayReason(folder, folder, 'no_disk');
  const refusal = there === folder ? await findRefusal(folder, files) : await findRefusal(there, []);
  return refusal === null ? null : sayReason(folder, refusal.path, refusal.code);
}

/**
 * Creates a folder for its owner alone, and its missing parents. The system call's own way never ends below `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  const there = await nearestFolder(folder);
  if (await isNoDisk(there))
    throw Object.assign(new Error(`${there} is on no disk`), { code: 'no_disk', path: folder });
  for (const missing of foldersBetween(there, folder)) {
    await mkdir(missing, { mode: 0o700 }).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(missing)).isDirectory()) throw error;
    });
  }
}

/** The missing folders below `there`, down to `folder` itself. */
function foldersBetween(there: string, folder: string): string[] {
  return folder === there || dirname(folder) === folder ? [] : [...foldersBetween(there, dirname(folder)), folder];
}

/** Whether a folder is on a file system without any capacity, such as those of the kernel. */
async function isNoDisk(folder: string): Promise<boolean> {
  return (await statfs(folder)).blocks === 0;
}

function sayReason(folder: string, path: string, code: string): string {
  const reason = REASONS[REASON_OF[code] ?? 'failing'];
  return path === folder ? reason : `${path}: ${reason}`;
}

/** Extracts the storage failure from an error or its causes. Knex reports some only in its message. */
function storageFailure(error: unknown): { readonly code: string; readonly path: string | null } | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error) ?? /\bSQLITE_[A-Z]+/.exec(error.message)?.[0];
  if (typeof code !== 'string' || !(code in REASON_OF)) {
    // An error with a class of its own already says what is wrong.
    return error.name === 'Error' ? storageFailure(error.cause) : null;
  }
  return { code, path: 'path' in error && typeof error.path === 'string' ? error.path : null };
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(join(folder, '/'));
}

/** The folder itself, or its nearest existing parent. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** The first refusal of the system for a folder and files in it, found without writing; null if all can be opened. */
async function findRefusal(folder: string, files: readonly string[]): Promise<{ path: string; code: string } | null> {
  const { R_OK, W_OK, X_OK } = constants;
  const code = await refusalOf(access(folder, R_OK | W_OK | X_OK));
  if (code !== null) return { path: folder, code };
  for (const path of files.map((name) => join(folder, name))) {
    const code = await refusalOf(openOnce(path));
    if (code !== null) return { path, code };
  }
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < ROOM_BYTES_MIN ? { path: folder, code: 'ENOSPC' } : null;
}

async function refusalOf(look: Promise<void>): Promise<string | null> {
  return look.then(
    () => null,
    (error: unknown) => (codeOf(error) === 'ENOENT' ? null : (storageFailure(error)?.code ?? null)),
  );
}

/** Opens a file as a database is opened: some can't be written even by their owner, and a folder never can. */
async function openOnce(path: string): Promise<void> {
  await (await open(path, constants.O_RDWR)).close();
}
