import type { Config } from '../config.ts';
import { type AccountMails, type Afterwards, createAccountMails } from '../domain/accounts/account-mails.ts';
import { type Accounts, createAccounts } from '../domain/accounts/accounts.ts';
import { type Addresses, createAddresses } from '../domain/accounts/addresses.ts';
import { createGoogle } from '../domain/accounts/google.ts';
import { createNewPasswordCheck } from '../domain/accounts/new-password.ts';
import {
  createNewPasskeys,
  createOwnerCheck,
  createOwnPasskeys,
  type NewPasskeys,
  type OwnPasskeys,
} from '../domain/accounts/passkeys/own-passkeys.ts';
import { createPasskeyLogins, type PasskeyLogins } from '../domain/accounts/passkeys/passkey-logins.ts';
import { type Challenges, createChallenges } from '../domain/accounts/passkeys/signed-responses.ts';
import { createPasswordChanges, type PasswordChanges } from '../domain/accounts/password-changes.ts';
import { createPasswords, type Passwords } from '../domain/accounts/passwords.ts';
import { createSessions, type Sessions } from '../domain/accounts/sessions.ts';
import { createTokens, type Tokens } from '../domain/accounts/tokens.ts';
import type { Clock } from '../domain/clock.ts';
import type { MailCounts } from '../domain/mail/mailer.ts';
import type { Database } from '../store/database.ts';

/** The parts for accounts and logins. */
export interface AccountParts {
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly passwordChanges: PasswordChanges;
  readonly newPasskeys: NewPasskeys;
  readonly ownPasskeys: OwnPasskeys;
  readonly passkeyLogins: PasskeyLogins;
  readonly addresses: Addresses;
  readonly mails: AccountMails;
  readonly sessions: Sessions;
}

/** What {@link createAccountParts} needs. */
export interface AccountGround {
  readonly config: Config;
  readonly database: Database;
  readonly secret: string;
  readonly afterwards: Afterwards;
  readonly mailCounts: MailCounts;
  readonly clock: Clock;
}

/** Creates the parts for accounts, and the ones that other parts need from them. */
export function createAccountParts({
  config,
  database,
  secret,
  afterwards,
  mailCounts,
  clock,
}: AccountGround): AccountParts & { readonly challenges: Challenges; readonly tokens: Tokens } {
  const passwords = createPasswords(config.passwordCost);
  const checkNewPassword = createNewPasswordCheck(config.identity.associationName);
  const tokens = createTokens(secret, clock);
  const sessions = createSessions(database, tokens, clock);
  const mails = createAccountMails(config.mail, afterwards, mailCounts);
  const addresses = createAddresses(database, mails, clock);
  const challenges = createChallenges(database, clock);
  const google = createGoogle(config, clock);
  const ownerCheck = createOwnerCheck(database, passwords, clock);
  return {
    accounts: createAccounts(database, sessions, google, passwords, checkNewPassword, addresses, clock),
    passwords,
    passwordChanges: createPasswordChanges(database, sessions, passwords, checkNewPassword, mails, clock),
    newPasskeys: createNewPasskeys(database, challenges, ownerCheck, config.passkeys, clock),
    ownPasskeys: createOwnPasskeys(database, config.googleClientId !== null, clock),
    passkeyLogins: createPasskeyLogins(database, sessions, challenges, config.passkeys, clock),
    addresses,
    mails,
    sessions,
    challenges,
    tokens,
  };
}
