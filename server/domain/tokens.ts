import { errors, jwtVerify, SignJWT } from 'jose';
import { UserId } from '../../contracts/vocabulary.ts';
import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';
import { deriveKey } from './keys.ts';

const ISSUER = 'drop-ici';
const AUDIENCE = 'drop-ici-api';
const ALGORITHM = 'HS256';

/** How long a token is good for. */
const LIFETIME_S = 12 * 3600;
/** How long it is where the person asked to stay logged in. */
const LONG_LIFETIME_S = 30 * 24 * 3600;

/** Makes and reads the tokens that say who asks. */
export interface Tokens {
  /** A signed token for this account. Its `exp` claim is read by the app too. */
  issue(id: UserId, stayLoggedIn: boolean): Promise<string>;
  /**
   * The account a token was made for.
   *
   * @throws AppError `token_expired`, or `unauthenticated` for everything else that is wrong with it.
   */
  read(token: string): Promise<UserId>;
}

/** Tokens signed with a key derived from the secret. */
export function createTokens(secret: string, clock: Clock): Tokens {
  const key = deriveKey(secret, 'access token');
  return {
    issue: async (id, stayLoggedIn) => {
      const nowS = Math.floor(clock() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(id))
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + (stayLoggedIn ? LONG_LIFETIME_S : LIFETIME_S))
        .sign(key);
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(clock()),
        });
        return UserId.parse(Number(payload.sub));
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) throw new AppError('token_expired', 'The token has expired', { cause });
        throw new AppError('unauthenticated', 'Expected a valid token', { cause });
      }
    },
  };
}
