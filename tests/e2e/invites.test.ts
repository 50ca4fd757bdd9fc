import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { guestStrings, visitEnded } from '../../app/account/guests-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { paths } from '../../app/paths.ts';
import { strings, titles } from '../../app/ui/common-words.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { withDatabase } from '../support/database/test-database.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeInvite, makeParcours, type Person, signUpAs } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, leaveWelcome, signUp, visit } from './steps.ts';

const MAP = 'Le quai';

const server = useServer();
const open = usePhones(server);
let owner: Person;
let parcoursId: ParcoursId;

beforeAll(async () => {
  owner = await signUpAs(server, 'Ana', 'admin');
  parcoursId = await makeParcours(server.origin, owner, MAP);
});

async function makeLink(privilege: Privilege): Promise<string> {
  return (await makeInvite(server.origin, owner, parcoursId, privilege)).link;
}

/** Fills in and sends the login that is on the screen. */
async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit }).click();
}

/** Shows what a link leads to in a page that has the app. */
const follow = (page: Page, link: string): Promise<void> => visit(page, link.replace(server.origin, ''));

async function hasJoined(page: Page): Promise<void> {
  await isAt(page, '/home/parcours');
  await page.getByRole('heading', { name: MAP }).waitFor();
  await leaveWelcome(page);
  await page.getByRole('button', { name: parcoursStrings.stopListening(MAP) }).waitFor();
  expect(await keptToken(page)).toBeNull();
}

const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem('inviteToken'));

const accountId = (page: Page): Promise<number> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').id);

const role = async (page: Page): Promise<string> =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('currentUser'))) ?? '{}').role;

describe('an invitation link', () => {
  it('for guests lets them in below a welcome, leads back into the same visit, and into an account that keeps it', async () => {
    const link = await makeLink('guest');
    const page = await open(link);
    const welcome = page.getByRole('heading', { name: MAP });
    // The page that the server makes of an invitation has that title, too.
    await isAt(page, '/home/parcours');
    await welcome.waitFor();
    expect(await page.getByTestId('map').count(), 'the map behind the welcome, which covers it').toBe(0);
    // Until it is left, a reload shows it again, and its title is the parcours' name.
    await page.reload();
    await welcome.waitFor();
    await expect.poll(() => page.title()).toBe(strings.app.titled(MAP));
    const list = page.getByRole('heading', { name: parcoursStrings.title, exact: true });
    expect(await list.count()).toBe(0);
    await hasJoined(page);
    expect(await role(page)).toBe('guest');
    await expect.poll(() => page.title()).toBe(strings.app.titled(parcoursStrings.title));
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe('/invite');
    await page.goForward();
    await list.waitFor();

    const guestId = await accountId(page);
    // The token runs out.
    await page.evaluate(() => localStorage.setItem('token', `header.${btoa('{"exp":1}')}.signature`));
    await page.goto('/home');
    await page.getByRole('heading', { name: visitEnded.title }).waitFor();
    await visit(page, paths.terms);
    await page.getByRole('heading', { name: titles.terms }).waitFor();
    await follow(page, link);
    await hasJoined(page);
    expect(await accountId(page)).toBe(guestId);
    await follow(page, await makeLink('drop'));
    await page.getByText(guestStrings.reason(MAP, 'drop')).waitFor();
    expect(await role(page)).toBe('guest');
    await page.getByRole('button', { name: guestStrings.signUp }).click();
    await signUp(page, { name: 'Inès', email: 'ines@example.org', password: 'un long mot de passe' });
    await hasJoined(page);
    expect(await role(page)).toBe('user');
    const members = await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, owner.token);
    expect(members.find(({ name }) => name === 'Inès')?.privilege).toBe('drop');
    // No guest is left.
    expect(await accountIds()).not.toContain(guestId);
  });

  it('for others waits through a reload, a sign-up, and a session that the server has ended', async () => {
    const page = await open(await makeLink('editor'));
    await isAt(page, '/login');
    await page.reload();
    await page.getByText(guestStrings.reason(MAP, 'editor')).waitFor();
    expect(await keptToken(page)).not.toBeNull();
    await page.getByRole('link', { name: strings.login.register }).click();
    const chloe = { email: 'chloe@example.org', password: 'un long mot de passe' };
    await signUp(page, { name: 'Chloé', ...chloe });
    await hasJoined(page);
    expect(await role(page)).toBe('user');

    const link = await makeLink('admin');
    await page.evaluate(() => {
      localStorage.setItem('token', `${localStorage.getItem('token')?.slice(0, -4)}AAAA`);
    });
    await follow(page, link);
    await isAt(page, '/login');
    await page.getByText(strings.errors.tokenExpired).waitFor();
    expect(await keptToken(page)).not.toBeNull();
    await logIn(page, chloe);
    await hasJoined(page);
    const members = await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, owner.token);
    expect(members.find(({ name }) => name === 'Chloé')?.privilege).toBe('admin');
  });

  async function accountIds(): Promise<number[]> {
    return withDatabase(server.dataDir, (database) => database.reader('accounts').pluck('id'));
  }
});
