import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import multer, { type Multer } from 'multer';
import type { Body } from '../../contracts/call.ts';
import { AppError } from '../domain/app-error.ts';

/** Maximum text fields beside a file, and length of a value: our forms have three short ones. */
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = 10_000;
/** Maximum bytes that a body adds to its file: text fields and part headers. */
const OVERHEAD_BYTES_MAX = 256 * 1024;
/** How long the rest of a rejected body is discarded: closed at once, the sender would often miss the response. */
const LINGER_MS = 5000;
/** A smaller unwanted body is read to its end, so that the connection can serve the next request. */
const UNWANTED_BYTES_MAX = 1024 * 1024;

/** A completely received file. */
export interface Upload {
  /** Absolute path in the incoming folder; the name is never the sender's. */
  readonly path: string;
  /** Deletes the file unless it was moved away. */
  discard(): Promise<void>;
  /** Aborted once the sender has disconnected without the response. */
  readonly left: AbortSignal;
}

/** The limits of an upload, and its destination. */
interface UploadRules {
  /** Absolute path of the folder where uploads arrive. */
  readonly incomingDir: string;
  readonly fileBytesMax: number;
  /** Whether the file itself is stored: then it is flushed to disk before the call continues. */
  readonly isStored: boolean;
  /** Called when the file begins, with the text fields before it; throws to reject the file unread. */
  admit(fields: unknown): Promise<void>;
}

/**
 * Reads a multipart body, streaming its single file to the disk. A failed request leaves nothing behind, and is
 * rejected at once: the rest of the body may still be arriving (see {@link discardBody}).
 *
 * @throws AppError `invalid_request` if the file is missing or the body malformed, `too_large`; the error of `admit`;
 * the system's error if the disk fails.
 */
export async function receiveUpload(
  request: Request,
  response: Response,
  { file, missingFile }: Extract<Body, { kind: 'multipart' }>,
  rules: UploadRules,
): Promise<{ readonly upload: Upload; readonly body: unknown }> {
  // Multer would wait forever for the end of a destroyed request.
  if (request.destroyed) throw new AppError('invalid_request', 'Incomplete form data: the sender disconnected');
  checkLength(contentLengthOf(request), rules.fileBytesMax + OVERHEAD_BYTES_MAX);
  await new Promise<void>((resolve, reject) => {
    // Multer reports an error only after the whole body, so the storage rejects earlier.
    const receive = receiver(rules, reject).single(file);
    receive(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(toAppError(error))));
  });
  const path = request.file?.path;
  if (path === undefined) throw new AppError('invalid_request', missingFile);
  return {
    upload: { path, discard: () => rm(path, { force: true }), left: leaving(response) },
    body: request.body as unknown,
  };
}

function leaving(response: Response): AbortSignal {
  const left = new AbortController();
  const note = (): void => {
    if (!response.writableFinished) left.abort(new AppError('invalid_request', 'The sender disconnected'));
  };
  if (response.closed) note();
  else response.once('close', note);
  return left.signal;
}

/** The Content-Length of a request in bytes; null if it has none. */
export function contentLengthOf(request: Request): number | null {
  const header = request.headers['content-length'];
  return header === undefined ? null : Number(header);
}

/** Prepares an early response: the rest of the body is discarded for a while, then the connection is closed. */
export function discardBody(request: Request, response: Response): void {
  if (request.complete || request.destroyed || response.headersSent) return;
  const bytes =
    contentLengthOf(request) ?? (request.headers['transfer-encoding'] === undefined ? 0 : Number.POSITIVE_INFINITY);
  if (bytes <= UNWANTED_BYTES_MAX) return;
  response.setHeader('Connection', 'close');
  request.resume();
  const end = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(end));
}

function receiver(
  { incomingDir, fileBytesMax, isStored, admit }: UploadRules,
  refuse: (reason: unknown) => void,
): Multer {
  // `flush` waits until the file is on the disk; it is missing in the published types.
  const disk = multer.diskStorage({ destination: incomingDir, flush: isStored } as multer.DiskStorageOptions);
  return multer({
    storage: {
      _handleFile(request, file, done) {
        file.stream.once('limit', () => refuse(tooLarge(fileBytesMax)));
        disk._handleFile(request, file, (error?: unknown, info?: Partial<Express.Multer.File>) => {
          if (error === undefined || error === null) {
            done(undefined, info);
            return;
          }
          // Multer does not delete a partly written file.
          const removed = file.path === undefined ? Promise.resolve() : rm(file.path, { force: true });
          removed
            .catch(() => undefined)
            .then(() => {
              refuse(toAppError(error));
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

/** Maps errors of Multer and busboy, which have no status; leaves errors of the disk, which have a system code. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof multer.MulterError) {
    const code = error.code === 'LIMIT_FILE_SIZE' ? 'too_large' : 'invalid_request';
    return new AppError(code, `Expected form data within their limits, got ${error.code}`);
  }
  if (!(error instanceof Error) || 'code' in error) return error;
  return new AppError('invalid_request', 'Expected form data that can be read, whole and with a boundary', {
    cause: error,
  });
}
