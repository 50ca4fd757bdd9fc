import { AppError } from '../domain/app-error.ts';
import type { RateLimit, RateLimits, RefundableLimit } from './rate-limit.ts';

/** Maximum failed logins in 15 minutes from one address for one account: enough for typing errors, too few to guess. */
export const LOGIN_FAILURES_PER_PAIR = 10;
/** The same from one address for all accounts: a school or a mobile network may share one address. */
export const LOGIN_FAILURES_PER_ADDRESS = 100;
/** The same for one account from all addresses that it has not been used from: stops distributed guessing. */
export const LOGIN_FAILURES_PER_ACCOUNT = 100;
/** The window in which failed logins are counted, which is also the longest lockout. */
export const LOGIN_FAILURES_WINDOW_S = 15 * 60;
/** How long an address that an account logged in from is remembered. Node's timers are limited to 24 days. */
const LOGIN_ADDRESS_TTL_S = 14 * 24 * 3600;
/** Maximum sign-ins through Google in 15 minutes from one address: each costs two requests to Google. */
export const GOOGLE_LOGINS_PER_ADDRESS = 100;
/** Maximum calls for logins with passkeys in 15 minutes from one address; a login makes two. */
export const PASSKEY_CALLS_PER_ADDRESS = 200;
/** Maximum views of invitations in 15 minutes from one address: a whole school opens its link at once. */
export const INVITE_LOOKS_PER_ADDRESS = 600;

/** Maximum requests for a password reset link in an hour from one address: a school may share one. */
export const RESETS_PER_ADDRESS = 30;
/** Maximum password reset mails to one email in an hour, and maximum verification mails for one account. */
export const MAILS_PER_EMAIL = 5;
/** Beyond that, one reset mail in this time, so that requests by strangers never lock the owner out. */
export const MAIL_AGAIN_S = 10 * 60;

/** Maximum accounts that one admin of the site makes in an hour: each mails somebody who didn't ask for it. */
const MADE_ACCOUNTS_PER_ADMIN = 100;
/** Maximum invitations that an account has mailed in a day. */
export const INVITE_MAILS_PER_SENDER = 100;
/** The same that an address gets, from anybody. */
export const INVITE_MAILS_PER_RECIPIENT = 3;

const HOUR_S = 3600;

/** Limits sign-ups and logins by address, and attempts to guess passwords. */
export type AccountThrottles = ReturnType<typeof createAccountThrottles>;

/**
 * Creates throttles, which limit sign-ups and new guests per address. Each of their functions rejects beyond its
 * limit with the AppError `too_many_requests`, without running what it was given.
 */
export function createAccountThrottles(
  { signUpsPerHour, guestsPerHour }: { readonly signUpsPerHour: number; readonly guestsPerHour: number },
  { limit, refundable, remembered }: RateLimits,
) {
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
  const madeAccounts = limit('made account', { times: MADE_ACCOUNTS_PER_ADMIN, perS: HOUR_S });
  const inviteMails = refundable('invite mails', { times: INVITE_MAILS_PER_SENDER, perS: 24 * HOUR_S });
  const inviteMailsTo = refundable('invite mails to', { times: INVITE_MAILS_PER_RECIPIENT, perS: 24 * HOUR_S });
  const inviteLooks = limit('invite look', { times: INVITE_LOOKS_PER_ADDRESS, perS: LOGIN_FAILURES_WINDOW_S });

  return {
    /**
     * Runs one login attempt, which succeeds only with the right password. Only attempts that fail with
     * `invalid_credentials` count: for the pair of email and address, for the address, and for the email, whether or not
     * it has an account. Attempts from elsewhere don't lock out an address that the email was used from before.
     */
    login: async <Result>(email: string, address: string, attempt: () => Promise<Result>): Promise<Result> => {
      const pair = `${address} ${email}`;
      // Counted before the attempt, so that a burst cannot pass before its first attempt fails; the narrowest limit
      // first, so that a locked-out pair no longer counts against the email.
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
    signUp: (address: string) => signUps.spend(address),
    /** Runs a guest's visit, which counts as a view of an invitation, and as a new guest if it creates an account. */
    visit: async <Result>(address: string, makesAccount: boolean, visit: () => Promise<Result>): Promise<Result> => {
      await inviteLooks.spend(address);
      if (!makesAccount) return visit();
      // Counted before the visit, so that a burst cannot pass before its first visit ends.
      await guests.spend(address);
      try {
        return await visit();
      } catch (error) {
        await guests.refund(address);
        throw error;
      }
    },
    googleLogin: (address: string) => googleLogins.spend(address),
    passkeyLogin: (address: string) => passkeyCalls.spend(address),
    inviteLook: (address: string) => inviteLooks.spend(address),
    /** Runs `send` with those addresses that may get a mail; nothing counts if the sender is refused, or `send` fails. */
    inviteMails: async <Result>(
      senderId: number,
      emails: readonly string[],
      send: (within: readonly string[]) => Promise<Result>,
    ): Promise<Result> => {
      const sender = `sender ${senderId}`;
      await spendOrRefund(inviteMails, sender, emails.length);
      const within: string[] = [];
      try {
        for (const email of emails) {
          if (await isWithin({ spend: (key) => spendOrRefund(inviteMailsTo, key) }, email)) within.push(email);
        }
        return await send(within);
      } catch (error) {
        await inviteMails.refund(sender, emails.length);
        for (const email of within) await inviteMailsTo.refund(email);
        throw error;
      }
    },
    /**
     * Counts a request for a password reset, whether or not the email has an account; only the address can be refused.
     * Returns whether to send a mail: beyond its limit an email has one from the last minutes.
     */
    reset: async (email: string, address: string) => {
      await resets.spend(address);
      const key = `reset ${email}`;
      return (await isWithin(mails, key)) || (await isWithin(mailsAgain, key));
    },
    verification: (accountId: number) => mails.spend(`verify ${accountId}`),
    madeAccount: (adminId: number) => madeAccounts.spend(`admin ${adminId}`),
    /** Counts a link to choose a password that an admin of the site sends. */
    passwordLink: (accountId: number) => mails.spend(`password link ${accountId}`),
  };
}

/** Counts as `spend` does, but for what it refuses. */
async function spendOrRefund(limit: RefundableLimit, key: string, times = 1): Promise<void> {
  try {
    await limit.spend(key, times);
  } catch (error) {
    await limit.refund(key, times);
    throw error;
  }
}

async function isWithin(limit: Pick<RateLimit, 'spend'>, key: string): Promise<boolean> {
  try {
    await limit.spend(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}
