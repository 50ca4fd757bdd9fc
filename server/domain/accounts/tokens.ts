import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { UserId } from '../../../contracts/vocabulary.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../keys.ts';

const ISSUER = 'drop-ici';
const AUDIENCE = 'drop-ici-api';
const ALGORITHM = 'HS256';

/** The session that a token belongs to, and its account. */
export interface TokenClaims {
  readonly sessionId: string;
  readonly accountId: UserId;
}

/** Issues and verifies access tokens. */
export type Tokens = ReturnType<typeof createTokens>;

/** Maximum number of verified tokens in memory, the most recent ones. */
const VERIFIED_MAX = 10_000;

interface Verified {
  readonly claims: TokenClaims;
  readonly expiresAtS: number;
}

/** Creates tokens that are signed with a key derived from the secret. */
export function createTokens(secret: string, clock: Clock) {
  const key = deriveKey(secret, 'access token');
  /** Claims of tokens with a verified signature, by the tokens' hashes: each request brings the same token again. */
  const verified = new Map<string, Verified>();

  async function verify(token: string): Promise<Verified> {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'sub', 'jti'],
      currentDate: new Date(clock()),
    });
    const claims = { sessionId: String(payload.jti), accountId: UserId.parse(Number(payload.sub)) };
    return { claims, expiresAtS: Number(payload.exp) };
  }

  return {
    /** Returns a signed token. The app reads its `exp` claim as well. */
    issue: async ({ sessionId, accountId }: TokenClaims, issuedAtS: number, expiresAtS: number): Promise<string> =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(accountId))
        .setJti(sessionId)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(expiresAtS)
        .sign(key),
    /**
     * Verifies a token and returns its claims; does not check whether the session still exists.
     * @throws AppError `token_expired`; `unauthenticated` if it is invalid in any other way.
     */
    read: async (token: string): Promise<TokenClaims> => {
      const hash = createHash('sha256').update(token).digest('base64');
      const known = verified.get(hash);
      if (known !== undefined && known.expiresAtS > Math.floor(clock() / 1000)) return known.claims;
      verified.delete(hash);
      try {
        const read = await verify(token);
        verified.set(hash, read);
        for (const oldest of verified.keys()) {
          if (verified.size <= VERIFIED_MAX) break;
          verified.delete(oldest);
        }
        return read.claims;
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) throw new AppError('token_expired', 'The token has expired', { cause });
        throw new AppError('unauthenticated', 'Expected a valid token', { cause });
      }
    },
  };
}
