import { AppError } from '../domain/app-error.ts';
import type { RateLimit, RateLimits } from './rate-limit.ts';

/** Failed logins in 15 minutes from one address for one account: more than anybody mistypes, too few to guess. */
export const LOGIN_FAILURES_PER_PAIR = 10;
/** The same from one address for all accounts: a school or a mobile network may share one address. */
export const LOGIN_FAILURES_PER_ADDRESS = 100;
/** The same for one account from all addresses that it was not used from before: stops distributed guessing. */
export const LOGIN_FAILURES_PER_ACCOUNT = 100;
/** The window in which failed logins are counted, and so the longest lockout. */
export const LOGIN_FAILURES_WINDOW_S = 15 * 60;
/** How long an address that an account logged in from is remembered. Node's timers are limited to 24 days. */
const LOGIN_ADDRESS_TTL_S = 14 * 24 * 3600;
/** Sign-ins through Google in 15 minutes from one address: each costs two requests to Google. */
export const GOOGLE_LOGINS_PER_ADDRESS = 100;
/** Calls for logins with passkeys in 15 minutes from one address, of which a login makes two. */
export const PASSKEY_CALLS_PER_ADDRESS = 200;
/** Looks at invitations in 15 minutes from one address: a school opens its link at once. */
export const INVITE_LOOKS_PER_ADDRESS = 600;

/** Requests for a link to another password in an hour from one address: a school may share one. */
export const RESETS_PER_ADDRESS = 30;
/** Mails in an hour to one email that choose another password, and mails that verify the address of one account. */
export const MAILS_PER_EMAIL = 5;
/** Beyond them one each ten minutes, long before the link of the last ends: what strangers ask for never locks its owner out. */
export const MAIL_AGAIN_S = 10 * 60;

const HOUR_S = 3600;

/** Limits sign-ups and logins by address, and password guesses. */
export interface AccountThrottles {
  /**
   * Runs one login attempt, which succeeds for the right password alone. Only attempts that fail with `invalid_credentials`
   * count: for the pair of email and address, for the address, and for the email, whether or not the email has an account. An
   * address that the email was used from before is not locked out by attempts from elsewhere.
   *
   * @throws AppError `too_many_requests`, without running the attempt; otherwise what the attempt throws.
   */
  login<Result>(email: string, address: string, attempt: () => Promise<Result>): Promise<Result>;
  /** Counts one more sign-up. @throws AppError `too_many_requests`. */
  signUp(address: string): Promise<void>;
  /**
   * Runs one visit of a guest. Each counts as a look at an invitation; one that makes an account counts as a new guest.
   *
   * @param makesAccount false for a guest who comes back
   * @throws AppError `too_many_requests`, without running the visit; otherwise what the visit throws.
   */
  visit<Result>(address: string, makesAccount: boolean, visit: () => Promise<Result>): Promise<Result>;
  /** Counts one more sign-in through Google. @throws AppError `too_many_requests`. */
  googleLogin(address: string): Promise<void>;
  /** Counts one more call for a login with a passkey. @throws AppError `too_many_requests`. */
  passkeyLogin(address: string): Promise<void>;
  /** Counts one more look at an invitation. @throws AppError `too_many_requests`. */
  inviteLook(address: string): Promise<void>;
  /**
   * Counts one more request for another password, whether or not the email has an account. Only its address can be refused: an
   * email that was asked for often has a mail of the last minutes instead of another.
   *
   * @returns whether a mail is due.
   * @throws AppError `too_many_requests`.
   */
  reset(email: string, address: string): Promise<boolean>;
  /** Counts one more mail that verifies an account's address. @throws AppError `too_many_requests`. */
  verification(accountId: number): Promise<void>;
}

/** Sign-ups and new guests per hour and address. */
export interface SignUpRates {
  readonly signUpsPerHour: number;
  readonly guestsPerHour: number;
}

/** Creates throttles. */
export function createAccountThrottles(
  { signUpsPerHour, guestsPerHour }: SignUpRates,
  { limit, refundable, remembered }: RateLimits,
): AccountThrottles {
  const failures = (name: string, times: number) => refundable(name, { times, perS: LOGIN_FAILURES_WINDOW_S });
  const ofPair = failures('login pair', LOGIN_FAILURES_PER_PAIR);
  const ofAddress = failures('login address', LOGIN_FAILURES_PER_ADDRESS);
  const ofEmail = failures('login email', LOGIN_FAILURES_PER_ACCOUNT);
  const usedPairs = remembered('used pair', LOGIN_ADDRESS_TTL_S);
  const signUps = limit('sign-up', { times: signUpsPerHour, perS: HOUR_S });
  const guests = refundable('guest', { times: guestsPerHour, perS: HOUR_S });
  const googleLogins = limit('google login', { times: GOOGLE_LOGINS_PER_ADDRESS, perS: LOGIN_FAILURES_WINDOW_S });
  const passkeyCalls = limit('passkey call', { times: PASSKEY_CALLS_PER_ADDRESS, perS: LOGIN_FAILURES_WINDOW_S });
  const resets = limit('reset', { times: RESETS_PER_ADDRESS, perS: HOUR_S });
  const mails = limit('mail', { times: MAILS_PER_EMAIL, perS: HOUR_S });
  const mailsAgain = limit('mail again', { times: 1, perS: MAIL_AGAIN_S });
  const inviteLooks = limit('invite look', { times: INVITE_LOOKS_PER_ADDRESS, perS: LOGIN_FAILURES_WINDOW_S });

  return {
    login: async (email, address, attempt) => {
      const pair = `${address} ${email}`;
      // Counted before the attempt, so that a burst cannot pass before its first attempt fails; the narrowest limit first,
      // so that a locked-out pair no longer counts against the email.
      await ofPair.spend(pair);
      await ofAddress.spend(address);
      const isUsedPair = await usedPairs.knows(pair);
      if (!isUsedPair) await ofEmail.spend(email);
      try {
        const result = await attempt();
        await ofPair.forget(pair);
        await usedPairs.note(pair);
        await refundShared();
        return result;
      } catch (error) {
        const isGuess = error instanceof AppError && error.code === 'invalid_credentials';
        if (!isGuess) {
          await ofPair.refund(pair);
          await refundShared();
        }
        throw error;
      }

      async function refundShared(): Promise<void> {
        await ofAddress.refund(address);
        if (!isUsedPair) await ofEmail.refund(email);
      }
    },

    signUp: (address) => signUps.spend(address),
    visit: async (address, makesAccount, visit) => {
      await inviteLooks.spend(address);
      if (!makesAccount) return visit();
      // Counted before, so that a burst cannot pass before its first visit ends.
      await guests.spend(address);
      try {
        return await visit();
      } catch (error) {
        await guests.refund(address);
        throw error;
      }
    },
    googleLogin: (address) => googleLogins.spend(address),
    passkeyLogin: (address) => passkeyCalls.spend(address),
    inviteLook: (address) => inviteLooks.spend(address),
    reset: async (email, address) => {
      await resets.spend(address);
      const key = `reset ${email}`;
      return (await isWithin(mails, key)) || (await isWithin(mailsAgain, key));
    },
    verification: (accountId) => mails.spend(`verify ${accountId}`),
  };
}

/** Counts one more for the key, and returns whether that is within the limit. */
async function isWithin(limit: RateLimit, key: string): Promise<boolean> {
  try {
    await limit.spend(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}
