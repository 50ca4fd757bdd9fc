import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../store/database.ts';
import { codeOf, type StoredMedia } from '../../store/files.ts';
import { readOwnRows } from '../../store/rights.ts';
import { accountWithEmail } from '../account-with-email.ts';
import { AppError } from '../app-error.ts';
import { type Clock, stamp } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import { makeArchive } from './archive.ts';

/**
 * Writes the archive of the account with this email (trimmed, in lower case) to a new file that only its owner may
 * read: for a person who can't log in. The server may be running. Returns a sentence for the operator.
 *
 * @param path absolute path of the file
 * @throws AppError `not_found` without the account; `conflict` if the file exists or can't be written.
 */
export async function exportForOperator(
  database: Database,
  media: StoredMedia,
  { email, path }: { readonly email: string; readonly path: string },
  clock: Clock,
): Promise<string> {
  const account = await accountWithEmail(database.reader, email);
  const file = await openNew(path);
  try {
    await database.transact((tx) =>
      addToTrail(tx, clock, { action: 'data_exported', by: {}, account: account.id, detail: 'by npm run admin' }),
    );
    const rows = await readOwnRows(database.reader, account.id);
    const { content } = await makeArchive(media, account, rows, stamp(clock));
    await pipeline(content, file.createWriteStream({ flush: true }));
  } catch (cause) {
    await file.close();
    await rm(path, { force: true });
    throw asWriteFailure(cause, path);
  }
  return `${path} has all that the server has of ${account.name} <${account.email}>; give it to nobody else`;
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw new AppError('conflict', `${path} exists already and stays as it is`);
    throw asWriteFailure(cause, path);
  }
}

/** Turns a refusal of the system into an AppError with a sentence; returns anything else unchanged. */
function asWriteFailure(cause: unknown, path: string): unknown {
  const isOfSystem = cause instanceof Error && 'syscall' in cause;
  return isOfSystem ? new AppError('conflict', `Cannot write ${path}: ${cause.message}`, { cause }) : cause;
}
