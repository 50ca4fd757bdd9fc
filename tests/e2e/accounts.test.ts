import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { passwordStrings } from '../../app/account/credentials-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { signUp as signUpByCall } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, signUp } from './steps.ts';

const server = useServer({ ASSOCIATION_CONTACT: 'bonjour@drop.example' });
const open = usePhones(server);

async function logIn(page: Page, email: string, password: string): Promise<void> {
  // The sign-up has fields of the same names, and stands until the login's code has come.
  await page.getByRole('heading', { name: strings.login.title }).waitFor();
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit }).click();
}

const kept = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

async function lifetimeS(page: Page): Promise<number> {
  const { exp, iat } = JSON.parse(atob((await kept(page)).token?.split('.')[1] ?? ''));
  return exp - iat;
}

test('the login refuses a wrong password, and stays only where that is ticked; the sign-up refuses a taken email', async () => {
  const known = await signUpByCall(server.origin, 'Ana');
  const page = await open('/createaccount');
  const back = page.getByRole('link', { name: strings.signUp.back });
  await back.click();
  await logIn(page, known.email, 'another password');
  await page.getByRole('alert').getByText('Incorrect email or password', { exact: true }).waitFor();
  expect(await kept(page)).not.toHaveProperty('token');

  await logIn(page, known.email, known.password);
  await isAt(page, '/home/parcours');
  expect(await kept(page)).not.toHaveProperty('isLoggedIn');
  // The language that the app tells the server comes to it soon.
  const { userData, currentUser } = await kept(page);
  expect(JSON.parse(userData ?? '')).toMatchObject(known.user);
  expect(currentUser).toBe(userData);
  const shortS = await lifetimeS(page);
  await page.goBack();
  await isAt(page, '/createaccount');

  await back.click();
  await page.getByRole('checkbox', { name: strings.login.stayLoggedIn }).check();
  await logIn(page, known.email, known.password);
  await isAt(page, '/home/parcours');
  expect((await kept(page)).isLoggedIn).toBe('true');
  expect(await lifetimeS(page)).toBeGreaterThan(shortS);

  await page.getByRole('button', { name: menuStrings.open }).click();
  await page.getByRole('button', { name: menuStrings.logout }).click();
  await isAt(page, '/login');
  // This server sends no mails.
  await page.getByRole('link', { name: strings.login.forgotten }).click();
  await page.getByText(passwordStrings.forgotten.askContact('bonjour@drop.example')).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.goBack();
  await page.getByRole('link', { name: strings.login.register }).click();
  await signUp(page, { name: 'Chloé', email: known.email, password: 'un long mot de passe' });
  await page.getByText('Erreur lors de la création du compte').waitFor();
  await page.getByRole('alert').getByText('Email already exists', { exact: true }).waitFor();
  await page.getByLabel(strings.signUp.email).fill('chloe@example.org');
  await page.getByRole('button', { name: strings.signUp.submit }).click();
  await isAt(page, '/home/parcours');
  expect(JSON.parse((await kept(page)).userData ?? '')).toMatchObject({ name: 'Chloé', role: 'user' });
});
