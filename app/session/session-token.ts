import { isOpenToken } from '../platform/net/api.ts';

/** Whether a stored token can still be used. */
export type TokenState = 'missing' | 'invalid' | 'expired' | 'valid';

/**
 * Checks a token's `exp` claim (seconds since 1970), to avoid calls that are bound to fail. The server verifies the
 * signature. A token without a readable `exp` is `invalid`; the slug of an open parcours is good until the server refuses it.
 */
export function judgeToken(token: string | null, nowMs: number): TokenState {
  if (token === null) return 'missing';
  if (isOpenToken(token)) return 'valid';
  const expiresAtMs = readTimeMs(readClaims(token).exp);
  if (expiresAtMs === null) return 'invalid';
  return nowMs >= expiresAtMs ? 'expired' : 'valid';
}

/** Reads when a token was issued and when it expires; null if its payload does not have both. */
export function readTimesMs(token: string): { readonly issuedAtMs: number; readonly expiresAtMs: number } | null {
  const { iat, exp } = readClaims(token);
  const [issuedAtMs, expiresAtMs] = [readTimeMs(iat), readTimeMs(exp)];
  return issuedAtMs === null || expiresAtMs === null ? null : { issuedAtMs, expiresAtMs };
}

function readTimeMs(seconds: unknown): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : null;
}

function readClaims(token: string): Readonly<Record<string, unknown>> {
  const payload = token.split('.')[1];
  if (payload === undefined) return {};
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
