import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { SessionCaller } from '../domain/caller.ts';
import type { ResumableUpload, ResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import { contentLengthOf, discardBody } from './upload.ts';

/** The Content-Type of an upload's part. */
export const PART_TYPE = 'application/offset+octet-stream';

/**
 * How long a request that sends a part may continue after another one claims the upload: its connection is most likely
 * dead.
 */
export const DRAIN_MS = 100;

/**
 * Appends the body of a request to an upload, and responds with the new offset. What arrived before a failure remains.
 *
 * @throws AppError `invalid_request`, `not_found`, `too_large`, `conflict` if the part does not begin where the upload
 * ends, `disk_full`; the system's error if the disk fails.
 */
export async function receivePart(
  request: Request,
  response: Response,
  uploads: ResumableUploads,
  caller: SessionCaller,
  id: string,
): Promise<void> {
  const offset = readOffset(request);
  const wanted = new AbortController();
  let drain: NodeJS.Timeout | undefined;
  const unlock = await uploads.locks.take(id, () => {
    drain ??= setTimeout(() => wanted.abort(), DRAIN_MS);
  });
  try {
    // The upload may have been abandoned or finished while this request waited.
    const { row } = await uploads.find(caller, id);
    const arrived = await uploads.parts.bytesOf(id);
    if (offset !== arrived) {
      throw new AppError(
        'conflict',
        `Expected a part at offset ${arrived}, where this upload ends, got one at ${offset}`,
      );
    }
    const partBytes = contentLengthOf(request) ?? 0;
    checkRoom(row, offset + partBytes);
    await uploads.expectRoom(partBytes);
    const file = await uploads.parts.openAt(id, offset);
    try {
      await pour(request, writerOf(file.append, row, offset), wanted.signal);
    } finally {
      // After closing, which may store a piece of an upload that another server has deleted.
      await file.close().finally(() => expectThere(uploads, id));
    }
    response.set('Upload-Offset', String(await uploads.parts.bytesOf(id)));
  } finally {
    clearTimeout(drain);
    unlock();
  }
  discardBody(request, response);
  response.status(204).end();
}

/** Deletes the bytes of an upload that was finished or abandoned meanwhile, by this server or another. */
async function expectThere(uploads: ResumableUploads, id: string): Promise<void> {
  if ((await uploads.rowOf(id)) !== undefined) return;
  await uploads.parts.remove(id);
  throw new AppError('not_found', `Upload ${id} was finished or given up meanwhile`);
}

function readOffset({ headers }: Request): number {
  const { 'content-type': type, 'upload-offset': offset, 'upload-length': length } = headers;
  if (type !== PART_TYPE) {
    throw new AppError('invalid_request', `Expected a part of type ${PART_TYPE}, got ${type ?? 'none'}`);
  }
  if (length !== undefined) throw new AppError('invalid_request', 'Expected no Upload-Length: the creation has set it');
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw new AppError('invalid_request', `Expected an Upload-Offset in bytes, got ${offset ?? 'none'}`);
  }
  return Number(offset);
}

function checkRoom({ size_bytes: bytes }: ResumableUpload['row'], end: number): void {
  if (end > bytes) throw new AppError('too_large', `Expected at most the ${bytes} bytes of Upload-Length, got more`);
}

/** Pipes the body; ends early if the sender disconnects or another request claims the upload. */
async function pour(request: Request, writer: Writable, wanted: AbortSignal): Promise<void> {
  const stop = (): void => {
    request.unpipe(writer);
    writer.end();
  };
  wanted.addEventListener('abort', stop);
  request.once('close', stop);
  const written = finished(writer);
  // A destroyed request emits no further events.
  if (request.destroyed || wanted.aborted) stop();
  else request.pipe(writer);
  try {
    await written;
  } finally {
    wanted.removeEventListener('abort', stop);
    request.off('close', stop);
  }
}

function writerOf(append: (piece: Uint8Array) => Promise<void>, row: ResumableUpload['row'], offset: number): Writable {
  let at = offset;
  const write = async (piece: Uint8Array): Promise<void> => {
    checkRoom(row, at + piece.length);
    await append(piece);
    at += piece.length;
  };
  return new Writable({
    write: (piece: Uint8Array, _encoding, done) => {
      write(piece).then(() => done(), done);
    },
  });
}
