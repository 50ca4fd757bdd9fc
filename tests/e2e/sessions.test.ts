import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { strings } from '../../app/words/strings.ts';
import { call } from '../support/api.ts';
import { makeParcours, type Person, signUp } from '../support/people.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { isAt } from './steps.ts';

/** Longer than a token without 'Stay logged in' is good for. */
const DAY_MS = 24 * 3600 * 1000;

const server = useServer();
const open = usePhones(server);

async function openAs(person: Person, stored: Readonly<Record<string, string>> = {}): Promise<Page> {
  const page = await open('/home/parcours', { person, stored });
  await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  return page;
}

/** What is stored, but for the deployment's configuration, which belongs to nobody. */
const keptKeys = async (page: Page): Promise<string[]> => {
  const keys = await page.evaluate(() => Object.keys(localStorage).sort());
  return keys.filter((key) => key !== 'appConfig');
};

describe('a session whose token has ended', () => {
  async function isSentToLogin(page: Page): Promise<void> {
    await page.getByText('Token expired, please login again.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  }

  it('by its own clock is sent to the login, told why, and cleared of what belongs to it, on the next change of screen', async () => {
    const ana = await signUp(server.origin, 'Ana');
    const id = await makeParcours(server.origin, ana, 'Le quai');
    // The login screen forgets one that leads nowhere.
    const body = { mapId: id, privilege: 'drop' as const };
    const invite = await call(server.origin, 'createInvite', { body }, ana.token);
    const page = await openAs(ana, {
      selectedParcours: `[${id}]`,
      parcoursBeingCreated: JSON.stringify({ id, title: 'Le quai', description: 'Un quai', privilege: 'admin' }),
      isLoggedIn: 'true',
      inviteToken: invite.token,
      theme: 'dark',
    });
    await page.clock.setFixedTime(Date.now() + DAY_MS);
    await page.getByRole('link', { name: parcoursStrings.create }).first().click();
    await isSentToLogin(page);
    expect(await keptKeys(page)).toEqual(['inviteToken', 'isLoggedIn', 'theme']);
  });

  it('by the clock of the server is sent there by the first call that is refused', async () => {
    const page = await openAs(await signUp(server.origin, 'Bruno'));
    // A call of this page that were refused would end the session before the next page, which then knew no reason.
    await page.waitForLoadState('networkidle');
    server.advance(DAY_MS);
    await page.reload();
    await isSentToLogin(page);
    expect(await keptKeys(page)).toEqual([]);
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

  await first.getByRole('button', { name: strings.menu.open }).click();
  await first.getByRole('switch', { name: strings.menu.darkTheme }).click();
  await second.locator('html[data-theme="dark"]').waitFor();

  await first.goto('/login');
  await first.getByLabel(strings.login.email).fill(omar.email);
  await first.getByLabel(strings.login.password, { exact: true }).fill(omar.password);
  await first.getByRole('button', { name: strings.login.submit }).click();
  await second.getByText('La carte d’Omar').first().waitFor();
  expect(await second.getByText('La carte de Lea').count()).toBe(0);

  await first.getByRole('button', { name: strings.menu.open }).click();
  await first.getByRole('button', { name: strings.menu.logout }).click();
  await isAt(second, '/login');
  await second.locator('html[data-theme="light"]').waitFor();
  // Events are stored until the server has them.
  await expect.poll(() => keptKeys(second)).toEqual([]);
});
