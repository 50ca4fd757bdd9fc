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

let roundConstants: Uint32Array | null = null;
const BLOCK_BYTES = 64;

/** Computes a SHA-256 (FIPS 180-4) piece by piece, which `crypto.subtle` can't. */
export class IncrementalSha256 {
  readonly #state = Uint32Array.of(
    ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a],
    ...[0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
  );
  readonly #constants = listRoundConstants();
  readonly #schedule = new Uint32Array(64);
  readonly #block = new Uint8Array(BLOCK_BYTES);
  #inBlock = 0;
  #bytes = 0;

  /** Adds the next bytes; keeps no reference to `piece`. */
  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    let at = 0;
    if (this.#inBlock > 0) {
      at = Math.min(BLOCK_BYTES - this.#inBlock, piece.length);
      this.#block.set(piece.subarray(0, at), this.#inBlock);
      this.#inBlock += at;
      if (this.#inBlock < BLOCK_BYTES) return;
      this.#compress(this.#block, 0);
    }
    for (; at + BLOCK_BYTES <= piece.length; at += BLOCK_BYTES) this.#compress(piece, at);
    this.#block.set(piece.subarray(at));
    this.#inBlock = piece.length - at;
  }

  /** Returns the digest of all bytes, in hexadecimal. Nothing can be added afterwards. */
  finish(): string {
    const bytes = this.#bytes;
    // Padding: one bit, zeros to the end of a block, and the length in bits in its last eight bytes.
    const end = new Uint8Array((this.#inBlock < BLOCK_BYTES - 8 ? BLOCK_BYTES : 2 * BLOCK_BYTES) - this.#inBlock);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bytes / 2 ** 29));
    view.setUint32(end.length - 4, (bytes * 8) >>> 0);
    this.add(end);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, from: number): void {
    const w = this.#schedule;
    for (let i = 0, at = from; i < 16; i++, at += 4) {
      w[i] = (byte(bytes, at) << 24) | (byte(bytes, at + 1) << 16) | (byte(bytes, at + 2) << 8) | byte(bytes, at + 3);
    }
    for (let i = 16; i < 64; i++) {
      const w15 = word(w, i - 15);
      const w2 = word(w, i - 2);
      const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      w[i] = word(w, i - 16) + s0 + word(w, i - 7) + s1;
    }
    const state = this.#state;
    const constants = this.#constants;
    let [a, b, c, d] = [word(state, 0), word(state, 1), word(state, 2), word(state, 3)];
    let [e, f, g, h] = [word(state, 4), word(state, 5), word(state, 6), word(state, 7)];
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(constants, i) + word(w, i)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    // The array wraps around at 32 bits by itself.
    for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) state[i] = word(state, i) + added;
  }
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function word(words: Uint32Array, at: number): number {
  return words[at] as number;
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}

/** Returns the fractional parts of the cube roots of the first 64 primes (FIPS 180-4), computed at the first call. */
function listRoundConstants(): Uint32Array {
  if (roundConstants !== null) return roundConstants;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  roundConstants = Uint32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * 2 ** 32);
  return roundConstants;
}
