import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../domain/app-error.ts';
import { createRateLimit } from './rate-limit.ts';

/** Wrong passwords in 15 minutes from one address for one account: more than anybody mistypes, far too few to guess. */
export const LOGIN_FAILURES_PER_PAIR = 10;
/** The same from one address for all accounts: a school or a mobile network stands behind one address. */
export const LOGIN_FAILURES_PER_ADDRESS = 100;
/** The same for one account from all addresses but those it was used from: ten addresses together get no further. */
export const LOGIN_FAILURES_PER_ACCOUNT = 100;
/** The time that failed logins are counted in, and so the longest that somebody is kept out. */
export const LOGIN_FAILURES_WINDOW_S = 15 * 60;
/** How long an address that an account logged in from is remembered. Timers of Node hold 24 days at the most. */
const LOGIN_ADDRESS_KEPT_S = 14 * 24 * 3600;
/** Sign-ins through Google in 15 minutes from one address: each makes the server ask Google twice. */
export const GOOGLE_LOGINS_PER_ADDRESS = 100;

const HOUR_S = 3600;

/** What one address may do without an account, and how often a password may be guessed. Counted in this process. */
export interface AccountThrottles {
  /**
   * Makes one attempt to log in. Only attempts that end in `invalid_credentials` count in the end, for the pair of email
   * and address, for the address, and for the email; whether the email has an account makes no difference. An address
   * that the email was used from before is not kept out by what others do elsewhere.
   *
   * @throws AppError `too_many_requests`, without making the attempt; else what the attempt throws.
   */
  login<Result>(email: string, address: string, attempt: () => Promise<Result>): Promise<Result>;
  /** Counts one more sign-up. @throws AppError `too_many_requests`. */
  signUp(role: 'user' | 'guest', address: string): Promise<void>;
  /** Counts one more sign-in through Google. @throws AppError `too_many_requests`. */
  googleLogin(address: string): Promise<void>;
}

/** How many sign-ups an address may make in an hour. */
export interface SignUpRates {
  readonly signUpsPerHour: number;
  readonly guestsPerHour: number;
}

/** Throttles of their own, where nothing has been counted yet. */
export function createAccountThrottles({ signUpsPerHour, guestsPerHour }: SignUpRates): AccountThrottles {
  const failures = (times: number) => createRateLimit({ times, perS: LOGIN_FAILURES_WINDOW_S });
  const ofPair = failures(LOGIN_FAILURES_PER_PAIR);
  const ofAddress = failures(LOGIN_FAILURES_PER_ADDRESS);
  const ofEmail = failures(LOGIN_FAILURES_PER_ACCOUNT);
  const usedPairs = new RateLimiterMemory({ points: 1, duration: LOGIN_ADDRESS_KEPT_S });
  const signUps = {
    user: createRateLimit({ times: signUpsPerHour, perS: HOUR_S }),
    guest: createRateLimit({ times: guestsPerHour, perS: HOUR_S }),
  };
  const googleLogins = createRateLimit({ times: GOOGLE_LOGINS_PER_ADDRESS, perS: LOGIN_FAILURES_WINDOW_S });

  return {
    login: async (email, address, attempt) => {
      const pair = `${address} ${email}`;
      // Counted before the attempt, or a burst would pass before the first of it has failed; and the narrowest first, so
      // that who is kept out already does not count any more against the email.
      await ofPair.spend(pair);
      await ofAddress.spend(address);
      const isUsedPair = (await usedPairs.get(pair)) !== null;
      if (!isUsedPair) await ofEmail.spend(email);
      try {
        const result = await attempt();
        await ofPair.forget(pair);
        await usedPairs.set(pair, 1, LOGIN_ADDRESS_KEPT_S);
        await giveBack();
        return result;
      } catch (error) {
        const isGuess = error instanceof AppError && error.code === 'invalid_credentials';
        if (!isGuess) {
          await ofPair.refund(pair);
          await giveBack();
        }
        throw error;
      }

      async function giveBack(): Promise<void> {
        await ofAddress.refund(address);
        if (!isUsedPair) await ofEmail.refund(email);
      }
    },

    signUp: (role, address) => signUps[role].spend(address),
    googleLogin: (address) => googleLogins.spend(address),
  };
}
