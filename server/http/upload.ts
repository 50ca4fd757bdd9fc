import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import multer, { type Multer } from 'multer';
import type { Body } from '../../contracts/call.ts';
import { AppError } from '../domain/app-error.ts';

/** Most text fields beside a file, and the longest value of one: our forms have three short ones. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 10_000;

/** A file that arrived whole and is on the disk. */
export interface Upload {
  /** Absolute path in the incoming folder; the name is ours, never the sender's. */
  readonly path: string;
  /** Removes the file unless it was moved away. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart body, streaming its one file to the disk. Of a request that fails or is cut off, nothing is left.
 *
 * @throws AppError `invalid_request` where the file is missing or the body is broken or cut off, `too_large` past a limit;
 *   the system's own error where the disk fails.
 */
export async function receiveUpload(
  request: Request,
  response: Response,
  incomingDir: string,
  { file, missingFile }: Extract<Body, { kind: 'multipart' }>,
): Promise<{ readonly upload: Upload; readonly body: unknown }> {
  // Multer waits for the end of a request, which for one that has ended already never comes.
  if (request.destroyed) throw new AppError('invalid_request', 'Broken form data: the sender went away');
  const receive = receiver(incomingDir).single(file);
  await new Promise<void>((resolve, reject) => {
    receive(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(explain(error))));
  });
  const path = request.file?.path;
  if (path === undefined) throw new AppError('invalid_request', missingFile);
  return { upload: { path, discard: () => rm(path, { force: true }) }, body: request.body as unknown };
}

function receiver(incomingDir: string): Multer {
  // `flush` waits until the file is on the disk; the published types don't know it yet.
  const disk = { destination: incomingDir, flush: true };
  return multer({
    storage: multer.diskStorage(disk),
    limits: { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, fieldNestingDepth: 0 },
  });
}

/** Multer and busboy tell what is wrong with a body by errors without a status; the disk's errors have a system code. */
function explain(error: unknown): unknown {
  if (error instanceof multer.MulterError) {
    return new AppError(error.code === 'LIMIT_FILE_SIZE' ? 'too_large' : 'invalid_request', error.message);
  }
  if (!(error instanceof Error) || 'code' in error) return error;
  return new AppError('invalid_request', `Broken form data: ${error.message}`, { cause: error });
}
