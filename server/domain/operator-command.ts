import type { Database } from '../store/database.ts';
import type { MediaBucket } from '../store/media-files/open-media-files.ts';

/**
 * A command of the server's operator on the data in a folder, with the media in a bucket unless that is null: does its work and
 * prints in pieces. Each piece is a line, without its end, unless a command says otherwise.
 */
export type OperatorCommand = (
  database: Database,
  dataDir: string,
  bucket: MediaBucket | null,
) => AsyncIterable<string>;

/** An id as the operator types it: decimal digits as a number, anything else as NaN. */
export function parseId(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}
