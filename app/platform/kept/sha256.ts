import { IncrementalSha256 } from './incremental-sha256.ts';

/** Content up to this size is read at once, because `crypto.subtle` is some ten times faster and needs all of it. */
const WHOLE_MAX_BYTES = 32 * 1024 * 1024;
/** How much of larger content is in memory at a time. The page stays responsive between two slices. */
const SLICE_BYTES = 1024 * 1024;

/** Computes the SHA-256 of a blob, in hexadecimal, with at most 32 MiB in memory. Rejects if it can't be read. */
export async function sha256Of(content: Blob): Promise<string> {
  if (content.size <= WHOLE_MAX_BYTES) {
    const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const hash = new IncrementalSha256();
  for (let from = 0; from < content.size; from += SLICE_BYTES) {
    hash.add(new Uint8Array(await content.slice(from, from + SLICE_BYTES).arrayBuffer()));
  }
  return hash.finish();
}
