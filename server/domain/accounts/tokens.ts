import { errors, jwtVerify, SignJWT } from 'jose';
import { UserId } from '../../../contracts/vocabulary.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../keys.ts';

const ISSUER = 'drop-ici';
const AUDIENCE = 'drop-ici-api';
const ALGORITHM = 'HS256';

/** What a token says: the session it belongs to, and whose session that is. */
export interface TokenClaims {
  readonly sessionId: string;
  readonly accountId: UserId;
}

/** Makes and reads the tokens that say who asks. */
export interface Tokens {
  /** A signed token, with both moments in seconds since 1970. Its `exp` claim is read by the app too. */
  issue(claims: TokenClaims, issuedAtS: number, expiresAtS: number): Promise<string>;
  /**
   * What a token of ours says. Whether its session still runs is another question.
   *
   * @throws AppError `token_expired`, or `unauthenticated` for everything else that is wrong with it.
   */
  read(token: string): Promise<TokenClaims>;
}

/** Tokens signed with a key derived from the secret. */
export function createTokens(secret: string, clock: Clock): Tokens {
  const key = deriveKey(secret, 'access token');
  return {
    issue: async ({ sessionId, accountId }, issuedAtS, expiresAtS) =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(accountId))
        .setJti(sessionId)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(expiresAtS)
        .sign(key),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'sub', 'jti'],
          currentDate: new Date(clock()),
        });
        return { sessionId: String(payload.jti), accountId: UserId.parse(Number(payload.sub)) };
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) throw new AppError('token_expired', 'The token has expired', { cause });
        throw new AppError('unauthenticated', 'Expected a valid token', { cause });
      }
    },
  };
}
