import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { passkeyStrings } from '../../app/account/passwordless-words.ts';
import { securityStrings } from '../../app/account/security/security-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, visit } from './steps.ts';

const DEVICE = securityStrings.sessions.device('Chrome', 'Linux');
const { login, errors } = passkeyStrings;
const words = securityStrings.passkeys;

const server = useServer();
const open = usePhones(server);

/** What Chromium has in place of the phone's own authenticator, for this page; the person who holds the phone can be doubted. */
async function addAuthenticator(page: Page): Promise<(isUserVerified: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey is added, logs in for as long as the form says, and is deleted', async () => {
  const ana = await signUp(server.origin, 'Ana');
  const page = await open('about:blank', { person: ana });
  const verify = await addAuthenticator(page);
  await page.goto('/home/securite');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const alert = page.locator('main').getByRole('alert');
  const logOut = async (): Promise<void> => {
    await press(securityStrings.sessions.endAll);
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: securityStrings.sessions.question.confirm }).click();
    await isAt(page, '/login');
  };
  await press(words.add);
  await page.getByText(words.done).waitFor();
  await page.getByText(DEVICE).first().waitFor();

  // A while after the login the password is needed; this device has a passkey already.
  server.advance(11 * 60 * 1000);
  await press(words.add);
  await page.getByText(words.whyPassword).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.getByLabel(words.password, { exact: true }).fill('wrong');
  await press(words.goOn);
  await alert.getByText(securityStrings.password.wrong).waitFor();
  await page.getByLabel(words.password, { exact: true }).fill(ana.password);
  await press(words.goOn);
  await alert.getByText(errors.known).waitFor();

  await logOut();
  await page.getByRole('checkbox', { name: strings.login.stayLoggedIn }).check();
  await press(login.submit);
  await page.getByRole('heading', { name: parcoursStrings.title, exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('true');

  await visit(page, '/home/securite');
  const row = page.getByRole('listitem').filter({ hasText: words.added('').trim() });
  expect(await row.innerText()).toContain(words.used('').trim());
  await press(words.deleteOne(DEVICE));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words.question(DEVICE).confirm })
    .click();
  await page.getByText(words.deleted(DEVICE)).waitFor();
  await row.waitFor({ state: 'detached' });

  await logOut();
  await press(login.submit);
  await alert.getByText(login.refused).waitFor();
  await verify(false);
  await press(login.submit);
  await alert.getByText(login.cancelled).waitFor();
  await isAt(page, '/login');
});
