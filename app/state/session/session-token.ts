/** Whether a stored token can still be used. */
export type TokenState = 'missing' | 'invalid' | 'expired' | 'valid';

/**
 * Checks a token's `exp` claim (seconds since 1970), to avoid calls that are bound to fail. The signature is for the server
 * to verify. A token without a readable `exp` is `invalid`.
 */
export function judgeToken(token: string | null, nowMs: number): TokenState {
  if (token === null) return 'missing';
  const expiresAtMs = readExpiryMs(token);
  if (expiresAtMs === null) return 'invalid';
  return nowMs >= expiresAtMs ? 'expired' : 'valid';
}

/** When a JSON Web Token expires, in milliseconds since 1970; null if its payload has no readable `exp`. */
export function readExpiryMs(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(payload));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp * 1000 : null;
  } catch {
    return null;
  }
}

function decodeBase64Url(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
