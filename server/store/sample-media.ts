import { randomBytes } from 'node:crypto';
import type { Reader } from './database.ts';
import type { MediaRow } from './media.ts';

/**
 * Up to `count` rows of media from a random position of the index: hashes are spread evenly, so each row is equally
 * likely.
 */
export async function sampleMedia(reader: Reader, count: number): Promise<MediaRow[]> {
  const from = randomBytes(32).toString('hex');
  const after = await rows(reader, count).where('sha256', '>=', from);
  if (after.length === count) return after;
  return [...after, ...(await rows(reader, count - after.length).where('sha256', '<', from))];
}

function rows(reader: Reader, count: number) {
  return reader<MediaRow>('media').orderBy('sha256').limit(count).select('*');
}
