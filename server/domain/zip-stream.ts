import { Readable } from 'node:stream';
import { type ReadStreamOptions, ZipFile } from 'yazl';
import type { MediaName, StoredMedia } from '../store/files.ts';

/** An entry of a ZIP: a text, or a stored file that existed when the ZIP was begun. */
export type ZipEntry =
  | { readonly path: string; readonly content: Buffer }
  | { readonly path: string; readonly name: MediaName; readonly size: number };

/** One date for all entries: the earliest that a ZIP can have, wherever the server is. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Makes a ZIP while it is read: one entry after the other, as fast as the reader takes it. If a file was deleted
 * meanwhile, the stream fails.
 * @param dated false for entries without the current time, so that the same entries are the same bytes
 */
export function streamZip(files: StoredMedia, entries: Iterable<ZipEntry>, dated = true): Readable {
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  // An archive without its end tells the browser that the download failed.
  const fail = (error: unknown): unknown => zip.emit('error', error);
  zip.on('error', (error: Error) => content.destroy(error));
  let reading: Readable | undefined;
  // An aborted download must leave no open file, and no connection to a bucket.
  content.once('close', () => reading?.destroy());
  const add = (path: string, options: Partial<ReadStreamOptions>, open: () => Promise<Readable>): void =>
    // Lazily, because each compressed buffer that waits would hold a compressor.
    zip.addReadStreamLazy(path, { ...options, ...(dated ? {} : UNDATED) }, (give) => {
      open().then((stream) => {
        reading = stream;
        if (content.destroyed) stream.destroy();
        give(null, stream.once('error', fail));
      }, fail);
    });
  for (const entry of entries) {
    if ('content' in entry) {
      const { path, content } = entry;
      add(path, { compress: content.length > 0, size: content.length }, async () => Readable.from([content]));
      continue;
    }
    const { path, name, size } = entry;
    // Compression would hardly make sounds and pictures smaller, and would keep the processor busy.
    add(path, { compress: false, size }, () => openPresent(files, name));
  }
  zip.end();
  return content;
}

async function openPresent(files: StoredMedia, name: MediaName): Promise<Readable> {
  const content = await files.open(name);
  if (content === undefined) throw new Error(`${files.addressOf(name)} was deleted meanwhile`);
  return content;
}
