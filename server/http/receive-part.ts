import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { SessionCaller } from '../domain/caller.ts';
import type { ResumableUpload, ResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import { announcedBytes, cutOff } from './upload.ts';

/** The Content-Type of a part. */
export const PART_TYPE = 'application/offset+octet-stream';

/**
 * How long a request that sends a part may go on once another one wants the upload. Whoever asks for it elsewhere has
 * given the first one up, most likely with a connection of which the server has not heard that it is dead.
 */
export const DRAIN_MS = 100;

/**
 * Writes the body of a request behind what has arrived of an upload, and returns how far that is. What came before a cut
 * line, a full disk or another request for the upload stays. The body goes from the connection to the file and the disk
 * holds the sender back: twenty at once are no memory to speak of.
 *
 * @throws AppError `invalid_request`, `not_found`, `too_large`, `conflict` for a part that begins elsewhere than at the end of
 *   what has arrived; the system's own error where the disk fails.
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
  const giveBack = await uploads.locks.take(id, () => {
    drain ??= setTimeout(() => wanted.abort(), DRAIN_MS);
  });
  try {
    // Given up or finished while this request waited.
    const { note } = uploads.find(caller, id);
    const arrived = await uploads.files.bytesOf(id);
    if (offset !== arrived) {
      throw new AppError(
        'conflict',
        `Expected a part from ${arrived} on, where this upload ends, got one from ${offset}`,
      );
    }
    checkRoom(note, offset + (announcedBytes(request) ?? 0));
    const file = await uploads.files.openAt(id, offset);
    try {
      await pour(request, writerOf(file.append, note, offset), wanted.signal);
    } finally {
      await file.close();
    }
    response.set('Upload-Offset', String(await uploads.files.bytesOf(id)));
  } finally {
    clearTimeout(drain);
    giveBack();
  }
  cutOff(request, response);
  response.status(204).end();
}

function readOffset({ headers }: Request): number {
  const { 'content-type': type, 'upload-offset': offset, 'upload-length': length } = headers;
  if (type !== PART_TYPE) {
    throw new AppError('invalid_request', `Expected a part of type ${PART_TYPE}, got ${type ?? 'none'}`);
  }
  if (length !== undefined) throw new AppError('invalid_request', 'Expected no Upload-Length: it was told before');
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw new AppError('invalid_request', `Expected an Upload-Offset in bytes, got ${offset ?? 'none'}`);
  }
  return Number(offset);
}

function checkRoom({ bytes }: ResumableUpload['note'], end: number): void {
  if (end > bytes) throw new AppError('too_large', `Expected at most the ${bytes} bytes that were told, got more`);
}

/** Ends with what has come by then when the sender goes, or somebody else wants the upload. */
async function pour(request: Request, writer: Writable, wanted: AbortSignal): Promise<void> {
  const stop = (): void => {
    request.unpipe(writer);
    writer.end();
  };
  wanted.addEventListener('abort', stop);
  request.once('close', stop);
  const written = finished(writer);
  // What is destroyed says nothing more.
  if (request.destroyed || wanted.aborted) stop();
  else request.pipe(writer);
  try {
    await written;
  } finally {
    wanted.removeEventListener('abort', stop);
    request.off('close', stop);
  }
}

function writerOf(
  append: (piece: Uint8Array) => Promise<void>,
  note: ResumableUpload['note'],
  offset: number,
): Writable {
  let at = offset;
  const write = async (piece: Uint8Array): Promise<void> => {
    checkRoom(note, at + piece.length);
    await append(piece);
    at += piece.length;
  };
  return new Writable({
    write: (piece: Uint8Array, _encoding, done) => {
      write(piece).then(() => done(), done);
    },
  });
}
