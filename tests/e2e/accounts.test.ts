import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { type Person, signUp as signUpByCall } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { isAt, signUp } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const PASSWORD = 'un long mot de passe';

let server: TestServer;
let browser: Browser;
let known: Person;

beforeAll(async () => {
  server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
  browser = await openBrowser();
  known = await signUpByCall(server.origin, 'Ana');
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string): Promise<Page> {
  const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
  await page.goto(path);
  return page;
}

/** Waits for the one alert, and checks what it says and that `name` alone is marked as the field at fault. */
async function isTold(page: Page, message: string, faultyField: string | null): Promise<void> {
  const alert = page.getByRole('alert');
  await alert.getByText(message, { exact: true }).waitFor();
  const marked = page.locator('[aria-invalid="true"]');
  if (faultyField === null) {
    expect(await marked.count()).toBe(0);
    await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true);
    return;
  }
  expect(await marked.getAttribute('name')).toBe(faultyField);
  expect(await marked.getAttribute('aria-describedby')).toBe(await alert.getAttribute('id'));
  await expect.poll(() => marked.evaluate((element) => element === document.activeElement)).toBe(true);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit }).click();
}

describe('the login', () => {
  it.each([
    ['', '', 'Please fill in all fields', 'email'],
    ['ana@example.org', '', 'Please fill in all fields', 'password'],
    ['ana at example.org', 'x', 'Please enter a valid email address', 'email'],
    ['ana@example', 'x', 'Please enter a valid email address', 'email'],
    ['nobody@example.org', 'x', 'Incorrect email or password', null],
    ['ana@example.org', 'x'.repeat(2000), 'Invalid email or password', null],
  ])('with %j and a password answers what is wrong', async (email, password, message, field) => {
    const page = await open('/login');
    await logIn(page, email, password);
    await isTold(page, message, field);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  it("says 'An error occurred' for what the server does not explain", async () => {
    const page = await open('/login');
    await page.route('**/v1/user/login', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await logIn(page, known.email, known.password);
    await isTold(page, 'An error occurred', null);
  });

  it('says that the network is missing, and works once it is back', async () => {
    const page = await open('/login');
    await page.getByLabel(strings.login.email).waitFor();
    await page.context().setOffline(true);
    await logIn(page, known.email, known.password);
    await isTold(page, strings.errors.network, null);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: strings.login.submit }).click();
    await isAt(page, '/home/parcours');
  });

  it('shows that it is busy, is sent once, and leaves no way back to itself', async () => {
    const page = await open('/createaccount');
    await page.getByRole('link', { name: strings.signUp.back }).click();
    // The sign-up has fields of the same names, and stands until the login's code has come.
    await page.getByRole('heading', { name: strings.login.title }).waitFor();
    let calls = 0;
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/user/login', async (route) => {
      calls += 1;
      await mayAnswer;
      await route.continue();
    });
    await logIn(page, known.email, known.password);
    const busy = page.getByRole('button', { name: 'Logging in...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await page.getByLabel(strings.login.email).press('Enter');
    answer();
    await isAt(page, '/home/parcours');
    expect(calls).toBe(1);
    await page.goBack();
    await isAt(page, '/createaccount');
  });

  it("keeps 'Stay logged in', and the session with it, only where it is ticked", async () => {
    const page = await open('/login');
    const kept = () => page.evaluate(() => ({ ...localStorage }));
    const lifetimeS = async () => {
      const { exp, iat } = JSON.parse(atob((await kept()).token?.split('.')[1] ?? ''));
      return exp - iat;
    };
    await logIn(page, known.email, known.password);
    await isAt(page, '/home/parcours');
    expect(await kept()).not.toHaveProperty('isLoggedIn');
    expect(JSON.parse((await kept()).userData ?? '')).toEqual(known.user);
    expect((await kept()).currentUser).toBe((await kept()).userData);
    const shortS = await lifetimeS();

    await page.goto('/login');
    await page.getByRole('checkbox', { name: strings.login.stayLoggedIn }).check();
    await logIn(page, known.email, known.password);
    await isAt(page, '/home/parcours');
    expect((await kept()).isLoggedIn).toBe('true');
    expect(await lifetimeS()).toBeGreaterThan(shortS);
  });

  it('is one that password managers know', async () => {
    const page = await open('/login');
    const completes = (name: string) => page.getByLabel(name, { exact: true }).getAttribute('autocomplete');
    expect(await completes(strings.login.email)).toBe('username');
    expect(await completes(strings.login.password)).toBe('current-password');
    await page.goto('/createaccount');
    expect(await completes(strings.signUp.email)).toBe('username');
    expect(await completes(strings.signUp.password)).toBe('new-password');
    expect(await completes(strings.signUp.confirmation)).toBe('new-password');
  });
});

describe('the sign-up', () => {
  it('says what is wrong in its order, one thing at a time', async () => {
    const page = await open('/createaccount');
    const words = strings.signUp;
    const submit = () => page.getByRole('button', { name: words.submit }).click();
    const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);

    await submit();
    await isTold(page, 'Vous devez accepter les CGU pour créer un compte', 'terms');
    await page.getByRole('checkbox', { name: words.terms }).check();
    for (const [label, value, field] of [
      [words.username, 'Bruno', 'username'],
      [words.email, 'bruno', 'email'],
      [words.password, PASSWORD, 'password'],
      [words.confirmation, 'un autre', 'confirmation'],
    ] as const) {
      await submit();
      await isTold(page, 'Veuillez remplir tous les champs', field);
      await fill(label, value);
    }
    await submit();
    await isTold(page, 'Veuillez entrer une adresse email valide', 'email');
    await fill(words.email, 'bruno@example.org');
    await submit();
    await isTold(page, 'Les mots de passe ne correspondent pas', 'confirmation');
    await fill(words.confirmation, PASSWORD);
    await submit();
    await isAt(page, '/home/parcours');
  });

  it("says 'Email already exists' under its heading", async () => {
    const page = await open('/createaccount');
    await signUp(page, { name: 'Ana', email: known.email, password: PASSWORD });
    await page.getByText('Erreur lors de la création du compte').waitFor();
    await isTold(page, 'Email already exists', null);
  });

  it.each([
    [400, 'Expected something else', 'Expected something else'],
    [500, 'The disk is full', 'Server error: The disk is full'],
    [503, 'Come back later', 'Error 503: Come back later'],
  ])('repeats what the server answers with %i', async (status, message, words) => {
    const page = await open('/createaccount');
    await page.route('**/v1/user/createaccount', (route) =>
      route.fulfill({ status, json: { error: { code: status === 400 ? 'invalid_request' : 'internal', message } } }),
    );
    await signUp(page, { name: 'Ana', email: 'ana2@example.org', password: PASSWORD });
    await page.getByText('Erreur lors de la création du compte').waitFor();
    await isTold(page, words, null);
  });

  it("is sent once, says 'Creating...' meanwhile, and logs in with it", async () => {
    const page = await open('/createaccount');
    let calls = 0;
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/user/createaccount', async (route) => {
      calls += 1;
      await mayAnswer;
      await route.continue();
    });
    await signUp(page, { name: 'Chloé', email: 'chloe@example.org', password: PASSWORD });
    const busy = page.getByRole('button', { name: 'Creating...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await page.getByLabel(strings.signUp.username).press('Enter');
    answer();
    await isAt(page, '/home/parcours');
    expect(calls).toBe(1);
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('userData'))) ?? '')).toMatchObject({
      name: 'Chloé',
      role: 'user',
    });
  });

  it('leads to the login, and says why, where the account is made but the login after it fails', async () => {
    const page = await open('/createaccount');
    await page.route('**/v1/user/login', (route) => route.abort());
    await signUp(page, { name: 'Dina', email: 'dina@example.org', password: PASSWORD });
    await isAt(page, '/login');
    await page.getByText(strings.signUp.loginFailed).waitFor();
  });

  it('shows and hides each password by itself', async () => {
    const page = await open('/createaccount');
    const password = page.getByLabel(strings.signUp.password, { exact: true });
    const confirmation = page.getByLabel(strings.signUp.confirmation, { exact: true });
    await page.getByRole('button', { name: 'Show' }).nth(1).click();
    expect(await password.getAttribute('type')).toBe('password');
    expect(await confirmation.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide' }).click();
    expect(await confirmation.getAttribute('type')).toBe('password');
  });
});
