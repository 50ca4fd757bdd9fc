/** Whether a stored token still opens anything. */
export type TokenState = 'missing' | 'invalid' | 'expired' | 'valid';

/**
 * Judges a token by its own `exp` claim (seconds since 1970). Nothing is verified here: only the server can do that,
 * this spares a call that is bound to fail. A token without a readable `exp` is `invalid`.
 */
export function judgeToken(token: string | null, nowMs: number): TokenState {
  if (token === null) return 'missing';
  const expiresAtMs = readExpiryMs(token);
  if (expiresAtMs === null) return 'invalid';
  return nowMs >= expiresAtMs ? 'expired' : 'valid';
}

/** When a JSON Web Token expires, in milliseconds since 1970; null where its payload tells no such thing. */
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
