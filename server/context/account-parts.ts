import { createAccountAdmin } from '../domain/accounts/account-admin.ts';
import { createAccountMails, createBackgroundWork } from '../domain/accounts/account-mails.ts';
import { createAccounts } from '../domain/accounts/accounts.ts';
import { createAddresses } from '../domain/accounts/addresses.ts';
import { createGoogle } from '../domain/accounts/google.ts';
import { createNewPasswordCheck } from '../domain/accounts/new-password.ts';
import { createNewPasskeys, createOwnerCheck, createOwnPasskeys } from '../domain/accounts/passkeys/own-passkeys.ts';
import { createPasskeyLogins } from '../domain/accounts/passkeys/passkey-logins.ts';
import { createChallenges } from '../domain/accounts/passkeys/signed-responses.ts';
import { createPasswordChanges } from '../domain/accounts/password-changes.ts';
import { createPasswords } from '../domain/accounts/passwords.ts';
import { createSessions } from '../domain/accounts/sessions.ts';
import { createTokens } from '../domain/accounts/tokens.ts';
import type { AsyncScope } from './async-scope.ts';
import { describeMailFailure } from './log-reports.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts for accounts and logins. */
export type AccountParts = ReturnType<typeof createAccountParts>;

/** Creates the parts for accounts. The scope waits for the last mails. */
export function createAccountParts(
  { config, log, clock }: ContextBase,
  { database, secret }: OpenedData,
  scope: AsyncScope,
) {
  const background = createBackgroundWork((error) => log.error(describeMailFailure(error), 'a mail could not be sent'));
  scope.add(() => background.close());
  const mailCounts = { sent: 0, failed: 0 };
  const passwords = createPasswords(config.passwordCost);
  const checkNewPassword = createNewPasswordCheck(config.identity.associationName);
  const tokens = createTokens(secret, clock);
  const sessions = createSessions(database, tokens, clock);
  const mails = createAccountMails(config.mail, background, mailCounts);
  const addresses = createAddresses(database, mails, clock);
  const challenges = createChallenges(database, clock);
  const google = createGoogle(config, clock);
  const expectOwner = createOwnerCheck(database, passwords, clock);
  const relyingParty = config.passkeys;
  return {
    accounts: createAccounts({ database, sessions, google, passwords, checkNewPassword, addresses, clock }),
    accountAdmin: createAccountAdmin(database, mails, clock),
    passwords,
    passwordChanges: createPasswordChanges({ database, sessions, passwords, checkNewPassword, mails, clock }),
    newPasskeys: createNewPasskeys({ database, challenges, expectOwner, relyingParty, clock }),
    ownPasskeys: createOwnPasskeys(database, config.googleClientId !== null, clock),
    passkeyLogins: createPasskeyLogins({ database, sessions, challenges, relyingParty, clock }),
    addresses,
    mails,
    mailCounts,
    sessions,
    challenges,
    tokens,
  };
}
