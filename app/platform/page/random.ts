/** Returns `bytes` cryptographically random bytes as lower-case hexadecimal text. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a random id or idempotency key: 128 bits, so that collisions are practically impossible. */
export function randomKey(): string {
  return randomHex(16);
}
