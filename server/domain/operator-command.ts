import type { Database } from '../store/database.ts';
import type { MediaBucket } from '../store/media-files/open-media-files.ts';

/**
 * A command of the server's operator on the data in a folder, and on the media in a bucket unless that is null. Yields
 * its output in pieces: each piece is a line without its line end, unless a command says otherwise.
 */
export type OperatorCommand = (
  database: Database,
  dataDir: string,
  bucket: MediaBucket | null,
) => AsyncIterable<string>;

/** Parses an id that the operator typed: decimal digits as a number, anything else as NaN. */
export function parseId(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}
