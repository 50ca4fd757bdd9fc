import { expect, test } from 'vitest';
import { makeResetLink } from '../../../../server/domain/accounts/account-admin.ts';
import { createAccountMails, createBackgroundWork } from '../../../../server/domain/accounts/account-mails.ts';
import { createAccounts } from '../../../../server/domain/accounts/accounts.ts';
import { createAddresses } from '../../../../server/domain/accounts/addresses.ts';
import { createGoogle } from '../../../../server/domain/accounts/google.ts';
import { createNewPasswordCheck } from '../../../../server/domain/accounts/new-password.ts';
import { createPasswordChanges } from '../../../../server/domain/accounts/password-changes.ts';
import { createPasswords, type Passwords } from '../../../../server/domain/accounts/passwords.ts';
import { createSessions } from '../../../../server/domain/accounts/sessions.ts';
import { createTokens } from '../../../../server/domain/accounts/tokens.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';
import { TEST_SECRET } from '../../../support/server/server.ts';

const UNKNOWN = { browser: null, system: null };
const HERE = '192.0.2.1';
const ANA = { name: 'Ana', email: 'ana@example.org', password: 'un long mot de passe' };

test('a password that a reset link replaces during the check is refused', async () => {
  const { database } = await makeDatabase();
  const clock = Date.now;
  const sessions = createSessions(database, createTokens(TEST_SECRET, clock), clock);
  const real = createPasswords('fast');
  const check = createNewPasswordCheck(null);
  const mails = createAccountMails(
    null,
    createBackgroundWork(() => undefined),
    { sent: 0, failed: 0 },
  );
  let whileChecked = async (): Promise<void> => undefined;
  const passwords: Passwords = {
    ...real,
    matches: async (hash, password, owner) => {
      const isRight = await real.matches(hash, password, owner);
      await whileChecked();
      return isRight;
    },
  };
  const google = createGoogle({ googleClientId: null, googleTokenInfoUrl: '', googleUserInfoUrl: '' }, clock);
  const addresses = createAddresses(database, mails, clock);
  const accounts = createAccounts({
    database,
    sessions,
    google,
    passwords,
    checkNewPassword: check,
    addresses,
    clock,
  });
  const changes = createPasswordChanges({
    database,
    sessions,
    passwords: real,
    checkNewPassword: check,
    mails,
    clock,
  });
  const { id } = await accounts.create(ANA);
  const { link } = await makeResetLink(database, ANA.email, clock);
  const [, token = ''] = link.split('#');
  whileChecked = async () => {
    whileChecked = async () => undefined;
    await changes.reset({ token, password: 'une belle promenade' }, HERE);
  };
  await expect(accounts.login(ANA, UNKNOWN, HERE)).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await database.reader('sessions').where({ account_id: id })).toEqual([]);
  const fresh = { ...ANA, password: 'une belle promenade' };
  expect((await accounts.login(fresh, UNKNOWN, HERE)).user.id).toBe(id);
});
