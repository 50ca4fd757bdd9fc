import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AccountRow, findAccountByEmail } from '../store/accounts.ts';
import type { Database, Reader } from '../store/database.ts';
import type { FileStores } from '../store/file-stores.ts';
import { codeOf } from '../store/files.ts';
import { AppError } from './app-error.ts';

/**
 * A command of the server's operator. Yields its output in pieces: each piece is a line without its line end, unless a
 * command says otherwise.
 */
export type OperatorCommand = (database: Database, stores: FileStores) => AsyncIterable<string>;

/** Parses an id that the operator typed: decimal digits as a number, anything else as NaN. */
export function parseId(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Returns the account with this email (trimmed, in lower case).
 * @throws AppError `not_found`; only the operator may see it, because it tells who has an account.
 */
export async function accountWithEmail(reader: Reader, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(reader, email);
  if (account === undefined) throw new AppError('not_found', `There is no account with the email ${email}`);
  return account;
}

/**
 * Writes a stream to a new file that only its owner may read. After a failure there is none.
 * @param path absolute path of the file
 * @param content called once the file is open
 * @throws AppError `conflict` if the file exists or can't be written.
 */
export async function writeNewFile(path: string, content: () => Promise<Readable>): Promise<void> {
  const file = await openNew(path);
  try {
    await pipeline(await content(), file.createWriteStream({ flush: true }));
  } catch (cause) {
    await file.close();
    await rm(path, { force: true });
    throw asWriteFailure(cause, path);
  }
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
