import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { passwordStrings } from '../../../app/account/credentials-words.ts';
import { security } from '../../../app/account/security/account-security.ts';
import { PasswordForm } from '../../../app/account/security/security-screen.tsx';
import { securityStrings } from '../../../app/account/security/security-words.ts';
import { PasskeyId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const words = securityStrings.password;
const PASSKEY = { id: PasskeyId.parse(1), browser: null, system: null, addedAt: '2026-11-24T08:00:00Z', usedAt: null };

const root = rootPerTest('div', () => {
  security.account = null;
});
beforeEach(() => {
  answerCalls({ 'POST /v1/user/password': { status: 'ok' } });
});

it.each([
  ['no passkeys', [], words.done],
  ['a passkey, which somebody else may have added,', [PASSKEY], `${words.done} ${words.passkeysStay}`],
])('changing the password of an account with %s says what it did', async (_, passkeys, said) => {
  security.account = { hasPassword: true, emailVerified: false, mayMailInvites: false, sessions: [], passkeys };
  root.render(<PasswordForm owner={{ name: 'Ana', email: 'ana@example.org' }} />);
  await page.getByLabelText(words.current, { exact: true }).fill('un long mot de passe');
  await page.getByLabelText(passwordStrings.fresh, { exact: true }).fill('une belle promenade');
  await page.getByLabelText(passwordStrings.confirmation, { exact: true }).fill('une belle promenade');
  await page.getByRole('button', { name: words.submit }).click();
  await expect.element(page.getByText(said, { exact: true })).toBeVisible();
});
