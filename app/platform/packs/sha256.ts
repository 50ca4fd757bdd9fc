import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Content up to this size is read at once, because `crypto.subtle` is some ten times faster and needs all of it. */
const WHOLE_MAX_BYTES = 32 * 1024 * 1024;
/** How much of larger content is in memory at a time. The page stays responsive between two slices. */
const SLICE_BYTES = 1024 * 1024;

/** Computes the SHA-256 of a blob, in hexadecimal, with at most 32 MiB in memory. Rejects if it can't be read. */
export async function sha256Of(content: Blob): Promise<string> {
  if (content.size <= WHOLE_MAX_BYTES) {
    const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
    return bytesToHex(new Uint8Array(digest));
  }
  const hash = sha256.create();
  for (let from = 0; from < content.size; from += SLICE_BYTES) {
    hash.update(new Uint8Array(await content.slice(from, from + SLICE_BYTES).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
