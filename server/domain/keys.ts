import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * A 32-byte key for one purpose, derived from the deployment's secret (HKDF-SHA256, RFC 5869), so that what is signed
 * for one purpose is worth nothing for another.
 */
export function deriveKey(secret: string, purpose: 'access token' | 'media link' | 'share link'): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `drop-ici ${purpose}`, KEY_BYTES));
}
