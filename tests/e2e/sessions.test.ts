import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { paths } from '../../app/paths.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { droppingTo, usePhones } from '../support/phone/use-phones.ts';
import { makeInvite, makeParcours, type Person, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, visit } from './steps.ts';

/** Longer than a token without 'Stay logged in' is good for. */
const DAY_MS = 24 * 3600 * 1000;

const server = useServer();
const open = usePhones(server);

async function openAs(person: Person, stored: Readonly<Record<string, string>> = {}): Promise<Page> {
  const page = await open('/home/parcours', { person, stored });
  await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  return page;
}

/** What is stored, but for the deployment's configuration, which belongs to nobody, and events that wait to be sent. */
const keptKeys = async (page: Page): Promise<string[]> => {
  const keys = await page.evaluate(() => Object.keys(localStorage).sort());
  return keys.filter((key) => key !== 'appConfig' && key !== 'waitingEvents');
};

/** Fills in and sends the login that is on the screen. */
async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit }).click();
}

describe('a session whose token has ended', () => {
  async function isSentToLogin(page: Page): Promise<void> {
    await page.getByText('Token expired, please login again.').waitFor();
    await isAt(page, paths.login);
  }

  it('by the server’s clock, not by a phone’s that is wrong, is sent to the login on the next step, told why, and cleared', async () => {
    const bruno = await signUp(server.origin, 'Bruno');
    const ana = await signUp(server.origin, 'Ana');
    const id = await makeParcours(server.origin, ana, 'Le quai');
    // The login screen forgets one that leads nowhere.
    const invite = await makeInvite(server.origin, ana, id, 'drop');
    const page = await openAs(bruno);
    server.advance(DAY_MS);
    await visit(page, paths.myData);
    await isSentToLogin(page);
    expect(await keptKeys(page)).toEqual([]);

    await logIn(page, ana);
    await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
    await page.evaluate((kept) => Object.assign(localStorage, kept), {
      ...droppingTo(id),
      isLoggedIn: 'true',
      inviteToken: invite.token,
      theme: 'dark',
    });
    await page.clock.setFixedTime(Date.now() + 401 * DAY_MS);
    await page.reload();
    await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
    await page.getByRole('link', { name: parcoursStrings.create }).first().click();
    await isAt(page, paths.createParcours);
    server.advance(DAY_MS);
    await visit(page, paths.myData);
    await isSentToLogin(page);
    expect(await keptKeys(page)).toEqual(['inviteToken', 'isLoggedIn', 'theme']);
  });
});

it('two tabs are in step: the look, the map listened to, the person, and the end of it', async () => {
  const lea = await signUp(server.origin, 'Lea');
  await makeParcours(server.origin, lea, 'La carte de Lea');
  const garden = await makeParcours(server.origin, lea, 'Le jardin de Lea');
  const omar = await signUp(server.origin, 'Omar');
  await makeParcours(server.origin, omar, 'La carte d’Omar');
  const first = await openAs(lea, { selectedParcours: `[${garden}]` });
  const second = await first.context().newPage();
  await second.goto('/home/parcours');
  for (const page of [first, second]) {
    await page.getByRole('button', { name: parcoursStrings.stopListening('Le jardin de Lea') }).waitFor();
  }
  await first.getByRole('button', { name: parcoursStrings.listen('La carte de Lea') }).click();
  await second.getByRole('button', { name: parcoursStrings.stopListening('La carte de Lea') }).waitFor();

  await first.getByRole('button', { name: menuStrings.open }).click();
  await first.getByRole('switch', { name: menuStrings.darkTheme }).click();
  await second.locator('html[data-theme="dark"]').waitFor();

  await visit(first, paths.login);
  await logIn(first, omar);
  await second.getByText('La carte d’Omar').first().waitFor();
  expect(await second.getByText('La carte de Lea').count()).toBe(0);

  await first.getByRole('button', { name: menuStrings.open }).click();
  await first.getByRole('button', { name: menuStrings.logout }).click();
  await isAt(second, '/login');
  await second.locator('html[data-theme="light"]').waitFor();
  // Events are stored until the server has them.
  await expect.poll(() => keptKeys(second)).toEqual([]);
});
