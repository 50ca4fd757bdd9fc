import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Derives a 32-byte key for one purpose from the deployment's secret (HKDF-SHA256, RFC 5869), so that signatures for one
 * purpose are invalid for another.
 */
export function deriveKey(
  secret: string,
  purpose:
    | 'access token'
    | 'card picture'
    | 'fingerprint'
    | 'map extract'
    | 'media link'
    | 'parcours export'
    | 'rate limit'
    | 'share link',
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `drop-ici ${purpose}`, KEY_BYTES));
}

/** Returns the SHA-256 in hexadecimal. One round is enough for a token that is long and random. */
export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Compares a text with a secret text, such as a signature. The duration doesn't reveal where they differ. */
export function isEqualSecret(got: string, expected: string): boolean {
  const [a, b] = [Buffer.from(got), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
