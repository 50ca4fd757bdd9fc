import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { openDatabase } from '../../server/store/database.ts';
import { call } from '../support/api.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { makeParcours, type Person, setRole, signUp as signUpByCall } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { isAt, loggedInStorage, signUp } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const MAP = 'Le quai';
const words = strings.invite;

let server: TestServer;
let browser: Browser;
let owner: Person;
let mapId: ParcoursId;

beforeAll(async () => {
  server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
  browser = await openBrowser();
  owner = await signUpByCall(server.origin, 'Ana');
  await setRole(server, owner, 'admin');
  mapId = await makeParcours(server.origin, owner, MAP);
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function makeLink(privilege: Privilege): Promise<string> {
  return (await call(server.origin, 'createInvite', { body: { mapId, privilege } }, owner.token)).link;
}

async function open(path: string, person?: Person): Promise<Page> {
  const options = person === undefined ? {} : { storageState: loggedInStorage(server.origin, person) };
  const context: BrowserContext = await openPhone(browser, server.origin, QUAY, options);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Fills in and sends the login that is on the screen. */
async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit }).click();
}

async function hasJoined(page: Page): Promise<void> {
  await isAt(page, '/home/parcours');
  await page.getByRole('button', { name: strings.parcours.stopListening(MAP) }).waitFor();
  expect(await keptToken(page)).toBeNull();
}

/** A link that was taken back by who made it. */
async function makeRevokedLink(privilege: Privilege): Promise<string> {
  const link = await makeLink(privilege);
  const invitations = await call(server.origin, 'listInvites', { query: { mapId } }, owner.token);
  for (const { id } of invitations) {
    await call(server.origin, 'revokeInvite', { params: { inviteId: id } }, owner.token);
  }
  return link;
}

/** A link whose days are over. */
async function makeExpiredLink(privilege: Privilege): Promise<string> {
  const link = await makeLink(privilege);
  const database = await openDatabase(server.dataDir);
  try {
    await database.transact((tx) => tx('invites').update({ expires_at: '2020-01-01T00:00:00.000Z' }));
  } finally {
    await database.close();
  }
  return link;
}

const DEAD_LINKS: ReadonlyArray<
  readonly [kind: string, make: (privilege: Privilege) => Promise<string>, words: string]
> = [
  ['revoked', makeRevokedLink, strings.errors.inviteRevoked],
  ['expired', makeExpiredLink, strings.errors.inviteExpired],
  ['made up', async (privilege) => `/invite?token=made-up&privilege=${privilege}`, strings.errors.inviteInvalid],
];

/** What a link that will never work shows: why, no further attempt, nothing kept, and a way on to the maps. */
async function isTurnedAway(page: Page, why: string): Promise<void> {
  await page.getByRole('heading', { name: 'Processing link <3.' }).waitFor();
  await page.getByRole('alert').getByText(why).waitFor();
  expect(await keptToken(page)).toBeNull();
  expect(await page.getByRole('button', { name: strings.app.retry }).count()).toBe(0);
  await page.getByRole('button', { name: words.toMaps }).click();
  await isAt(page, '/home/parcours');
}

const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem('inviteToken'));

const role = async (page: Page): Promise<string> =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('currentUser'))) ?? '{}').role;

describe('an invitation link', () => {
  it('for guests makes a guest of whoever follows it, and lets them in', async () => {
    const page = await open(await makeLink('guest'));
    await hasJoined(page);
    expect(await role(page)).toBe('guest');
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe('/invite');
  });

  it('for others waits for the login of who has an account, and is used once', async () => {
    const person = await signUpByCall(server.origin, 'Bruno');
    const page = await open(await makeLink('drop'));
    await isAt(page, '/login');
    await page.getByText(strings.login.inviteWaiting).waitFor();
    expect(await keptToken(page)).not.toBeNull();
    await logIn(page, person);
    await hasJoined(page);
  });

  it('for others waits through a sign-up too, and through loading the page afresh', async () => {
    const page = await open(await makeLink('editor'));
    await isAt(page, '/login');
    await page.reload();
    await page.getByRole('link', { name: strings.login.register }).click();
    await signUp(page, { name: 'Chloé', email: 'chloe@example.org', password: 'un long mot de passe' });
    await hasJoined(page);
    expect(await role(page)).toBe('user');
  });

  it('lets in at once who is logged in, without another account', async () => {
    const person = await signUpByCall(server.origin, 'Dina');
    const page = await open(await makeLink('guest'), person);
    await hasJoined(page);
    expect(await role(page)).toBe('user');
  });

  it.each(DEAD_LINKS)(
    'that was %s says so to who is logged in, is forgotten, and leads on',
    async (kind, make, why) => {
      const person = await signUpByCall(server.origin, `Elsa ${kind}`);
      await isTurnedAway(await open(await make('drop'), person), why);
    },
  );

  it.each(DEAD_LINKS)('that was %s says so after the login that it waited for', async (kind, make, why) => {
    const person = await signUpByCall(server.origin, `Hugo ${kind}`);
    const page = await open(await make('drop'));
    await isAt(page, '/login');
    await logIn(page, person);
    await isTurnedAway(page, why);
  });

  it.each(DEAD_LINKS)('for guests that was %s says so to whom it finds without an account', async (_, make, why) => {
    await isTurnedAway(await open(await make('guest')), why);
  });

  it('for guests, followed without a network, makes one guest on the next attempt', async () => {
    const link = await makeLink('guest');
    const page = await open('/login');
    let guests = 0;
    await page.route('**/v1/invite/accept', (route) => route.abort());
    await page.route('**/v1/user/createaccount', (route) => {
      guests += 1;
      return route.continue();
    });
    await page.goto(link);
    await page.getByRole('alert').getByText(strings.errors.network).waitFor();
    expect(await keptToken(page)).not.toBeNull();
    await page.unroute('**/v1/invite/accept');
    await page.getByRole('button', { name: strings.app.retry }).click();
    await hasJoined(page);
    expect(guests).toBe(1);
  });

  it('followed without a network keeps its token, says why, and works on the next attempt', async () => {
    const person = await signUpByCall(server.origin, 'Fanny');
    const link = await makeLink('drop');
    const page = await open('/login', person);
    await page.route('**/v1/invite/accept', (route) => route.abort());
    await page.goto(link);
    await page.getByRole('heading', { name: 'Processing link <3.' }).waitFor();
    await page.getByRole('alert').getByText(strings.errors.network).waitFor();
    expect(await keptToken(page)).not.toBeNull();
    await page.unroute('**/v1/invite/accept');
    await page.getByRole('button', { name: strings.app.retry }).click();
    await hasJoined(page);
  });

  it('followed with a session that the server has ended waits for the next login', async () => {
    const person = await signUpByCall(server.origin, 'Gil');
    const link = await makeLink('drop');
    const stale = { ...person, token: `${person.token.slice(0, -4)}AAAA` };
    const page = await open(link, stale);
    await isAt(page, '/login');
    await page.getByText(strings.errors.tokenExpired).waitFor();
    expect(await keptToken(page)).not.toBeNull();
    await logIn(page, person);
    await hasJoined(page);
  });
});
