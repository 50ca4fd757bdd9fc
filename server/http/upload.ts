import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import multer, { type Multer } from 'multer';
import type { Body } from '../../contracts/call.ts';
import { AppError } from '../domain/app-error.ts';

/** Most text fields beside a file, and the longest value of one: our forms have three short ones. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 10_000;
/** Of a whole body, what is not its file: fields at their longest and the parts' headers. */
const OVERHEAD_BYTES_MAX = 256 * 1024;
/**
 * How long what a refused sender still sends is thrown away before the connection is cut: cut at once, the sender would
 * often see a broken connection instead of the answer.
 */
const LINGER_MS = 5000;
/** What is read to its end though nobody wants it: the connection then serves the next request. */
const UNWANTED_BYTES_MAX = 1024 * 1024;

/** A file that arrived whole and is on the disk. */
export interface Upload {
  /** Absolute path in the incoming folder; the name is ours, never the sender's. */
  readonly path: string;
  /** Removes the file unless it was moved away. */
  discard(): Promise<void>;
}

/** What is allowed of an upload, and where it goes. */
export interface UploadRules {
  /** Absolute path of the folder where uploads arrive. */
  readonly incomingDir: string;
  /** Largest file. */
  readonly fileBytesMax: number;
  /** Called when the file begins, with the text fields before it; what it throws refuses the file unread. */
  admit(fields: unknown): Promise<void>;
}

/**
 * Reads a multipart body, streaming its one file to the disk. Of a request that fails or is cut off, nothing is left.
 * It fails as soon as it is known to; the rest of the body may still be on its way then (see {@link cutOff}).
 *
 * @throws AppError `invalid_request` where the file is missing or the body is broken or cut off, `too_large` past a limit;
 *   what `admit` throws; the system's own error where the disk fails.
 */
export async function receiveUpload(
  request: Request,
  response: Response,
  { file, missingFile }: Extract<Body, { kind: 'multipart' }>,
  rules: UploadRules,
): Promise<{ readonly upload: Upload; readonly body: unknown }> {
  // Multer waits for the end of a request, which for one that has ended already never comes.
  if (request.destroyed) throw new AppError('invalid_request', 'Broken form data: the sender went away');
  checkLength(announcedBytes(request), rules.fileBytesMax + OVERHEAD_BYTES_MAX);
  await new Promise<void>((resolve, reject) => {
    // Multer tells of an error when the whole body has come, which is long after it is known.
    const receive = receiver(rules, reject).single(file);
    receive(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(explain(error))));
  });
  const path = request.file?.path;
  if (path === undefined) throw new AppError('invalid_request', missingFile);
  return { upload: { path, discard: () => rm(path, { force: true }) }, body: request.body as unknown };
}

/** The size of the body that a request announces, in bytes; null where it doesn't. */
export function announcedBytes(request: Request): number | null {
  const header = request.headers['content-length'];
  return header === undefined ? null : Number(header);
}

/**
 * Prepares the answer to a request whose body is not wanted any more: what still comes is thrown away for a while, then
 * the connection ends.
 */
export function cutOff(request: Request, response: Response): void {
  if (request.complete || request.destroyed || response.headersSent) return;
  const bytes =
    announcedBytes(request) ?? (request.headers['transfer-encoding'] === undefined ? 0 : Number.POSITIVE_INFINITY);
  if (bytes <= UNWANTED_BYTES_MAX) return;
  response.setHeader('Connection', 'close');
  request.resume();
  const end = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(end));
}

function receiver({ incomingDir, fileBytesMax, admit }: UploadRules, refuse: (reason: unknown) => void): Multer {
  // `flush` waits until the file is on the disk; the published types don't know it yet.
  const disk = multer.diskStorage({ destination: incomingDir, flush: true } as multer.DiskStorageOptions);
  return multer({
    storage: {
      _handleFile(request, file, done) {
        file.stream.once('limit', () => refuse(tooLarge(fileBytesMax)));
        disk._handleFile(request, file, (error?: unknown, info?: Partial<Express.Multer.File>) => {
          if (error === undefined || error === null) {
            done(undefined, info);
            return;
          }
          // Multer takes it that a file that could not be written whole is not there at all.
          const removed = file.path === undefined ? Promise.resolve() : rm(file.path, { force: true });
          removed
            .catch(() => undefined)
            .then(() => {
              refuse(explain(error));
              done(error);
            });
        });
      },
      _removeFile: (request, file, done) => disk._removeFile(request, file, done),
    },
    fileFilter(request, _file, done) {
      admit(request.body).then(
        () => done(null, true),
        (reason: unknown) => {
          refuse(reason);
          done(reason instanceof Error ? reason : new Error(String(reason)));
        },
      );
    },
    limits: {
      files: 1,
      fileSize: fileBytesMax,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
      fieldNestingDepth: 0,
    },
  });
}

function checkLength(bytes: number | null, bytesMax: number): void {
  if (bytes !== null && bytes > bytesMax) throw tooLarge(bytesMax - OVERHEAD_BYTES_MAX);
}

function tooLarge(fileBytesMax: number): AppError {
  return new AppError('too_large', `Expected a file of at most ${fileBytesMax} bytes, got more`);
}

/** Multer and busboy tell what is wrong with a body by errors without a status; the disk's errors have a system code. */
function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof multer.MulterError) {
    return new AppError(error.code === 'LIMIT_FILE_SIZE' ? 'too_large' : 'invalid_request', error.message);
  }
  if (!(error instanceof Error) || 'code' in error) return error;
  return new AppError('invalid_request', `Broken form data: ${error.message}`, { cause: error });
}
