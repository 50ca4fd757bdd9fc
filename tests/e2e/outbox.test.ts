import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { outboxStrings } from '../../app/drops/outbox/outbox-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { droppingTo, usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { addMember, makeParcours, type Person, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { audioFixture, listPlaces, mapScreenReady, visit } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const FILE = 'conforming-mono.wav';
const words = outboxStrings;

describe('a drop that cannot be sent', () => {
  const server = useServer();
  const openPage = usePhones(server);
  let ana: Person;
  let bob: Person;
  let parcoursId: ParcoursId;
  let page: Page;

  beforeAll(async () => {
    ana = await signUp(server.origin, 'Ana');
    bob = await signUp(server.origin, 'Bob');
    parcoursId = await makeParcours(server.origin, ana);
    await addMember(server.origin, ana, parcoursId, bob, 'drop');
  });

  const selected = () => droppingTo(parcoursId, 'drop');

  /** Ana's phone at the map's address. It draws no map, but shows what waits. */
  async function openApp(): Promise<void> {
    page = await openPage('/home', {
      person: ana,
      position: QUAY,
      stored: selected(),
      browser: { acceptDownloads: true },
    });
    await isReady();
    // Without a network, and without what the app stores as people have it, only what is loaded is there.
    await visit(page, '/home/drops');
    await page.getByRole('heading', { name: myDropsStrings.title }).waitFor();
    await visit(page, '/home');
    await mapScreenReady(page);
  }

  const isReady = () => page.locator('[data-outbox-ready="true"]').waitFor({ state: 'attached' });

  /** Goes on as somebody else, on the same device. */
  async function becomes({ user, token }: Person): Promise<void> {
    const account = JSON.stringify(user);
    const kept = { token, userData: account, currentUser: account, mapLoaded: 'true', ...selected() };
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, kept);
    await page.goto('/home');
    await isReady();
  }

  /** Loses the network before a drop at the person's position is saved, if that was not before, and goes on with the map. */
  async function dropOffline(title: string): Promise<void> {
    await page.getByRole('button', { name: dropStrings.open }).click();
    await page.getByRole('button', { name: dropStrings.openFile }).click();
    const sheet = page.getByRole('dialog', { name: dropStrings.title });
    await sheet.getByRole('radio', { name: dropStrings.here }).check();
    await sheet.getByLabel(dropStrings.name).fill(title);
    await sheet.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture(FILE));
    await sheet.getByRole('button', { name: dropStrings.save, disabled: false }).waitFor();
    await page.context().setOffline(true);
    await sheet.getByRole('button', { name: dropStrings.save }).click();
    await sheet.getByText(words.queued).waitFor();
    await sheet.getByRole('button', { name: words.close }).click();
    await sheet.waitFor({ state: 'detached' });
  }

  async function placesNamed(name: string) {
    return (await listPlaces(page)).filter(({ appelation }) => appelation === name);
  }

  const chip = (count: number): Locator => page.getByRole('button', { name: words.count(count) });
  const onMap = (attribute: string): Promise<string | null> => page.getByTestId('map').getAttribute(attribute);
  const sheet = () => page.getByRole('dialog', { name: words.title });

  it('waits in sight, is exported, discarded or sent with a network, and stays its owner’s', async () => {
    await openApp();
    await dropOffline('Le vent');
    await chip(1).waitFor();
    expect([await onMap('data-waiting-count'), await onMap('data-place-count')]).toEqual(['1', '0']);
    await dropOffline('À jeter');
    await chip(2).click();
    await sheet().getByRole('heading', { name: 'Le vent' }).waitFor();
    await sheet().getByText(words.offline).first().waitFor();
    const row = sheet().getByRole('listitem').filter({ hasText: 'À jeter' });
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: words.export }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(FILE);
    expect(await readFile(await file.path())).toEqual(await readFile(audioFixture(FILE)));
    await row.getByRole('button', { name: words.discard }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: words.discard }).click();
    await row.waitFor({ state: 'detached' });
    // Escape would close the question alone.
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
    await chip(1).waitFor();
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Le vent.*en attente/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const warning = await asked;
    expect(warning.type()).toBe('beforeunload');
    await warning.dismiss();

    // My drops has it, too, with the same ways out.
    await page.getByRole('button', { name: menuStrings.open }).click();
    await page.getByRole('link', { name: menuStrings.drops }).click();
    await page.getByRole('heading', { name: words.count(1) }).waitFor();
    const waiting = page.getByRole('list', { name: words.title });
    await waiting.getByRole('button', { name: words.export }).first().waitFor();
    await page.context().setOffline(false);
    await waiting.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Le vent' }).waitFor();

    await page.getByRole('link', { name: strings.app.back }).click();
    await page.locator('[data-waiting-count="0"][data-place-count="1"]').waitFor({ state: 'attached' });
    expect(await chip(1).count()).toBe(0);
    expect(await placesNamed('Le vent')).toMatchObject([{ media: { data: {} }, feature: { coordinates: QUAY } }]);
    await expect.poll(() => keptFiles(page)).toEqual([]);
    expect(await placesNamed('À jeter')).toEqual([]);

    // When others use the phone.
    await dropOffline('À Ana');
    await page.getByRole('button', { name: menuStrings.open }).click();
    await page.getByRole('button', { name: menuStrings.logout }).click();
    const logout = page.getByRole('alertdialog', { name: words.logoutTitle });
    await logout.getByText(words.logoutText(1)).waitFor();
    await logout.getByRole('button', { name: words.logoutDeny }).click();
    await chip(1).waitFor();
    await page.getByRole('button', { name: menuStrings.open }).click();
    await page.getByRole('button', { name: menuStrings.logout }).click();
    await logout.getByRole('button', { name: words.logoutConfirm }).click();
    await page.waitForURL('**/login');
    await page.context().setOffline(false);

    await becomes(bob);
    expect(await page.locator('[data-outbox-count]').getAttribute('data-outbox-count')).toBe('0');
    expect(await placesNamed('À Ana')).toEqual([]);
    // The logout may have reached the server as soon as there was a network again, and ended her session.
    const { email, password } = ana;
    ana = { ...ana, ...(await call(server.origin, 'login', { body: { email, password } })) };

    await becomes(ana);
    const arrived = [{ userId: ana.user.id, media: { data: {} } }];
    // The place is made before its audio is sent.
    await expect.poll(() => placesNamed('À Ana')).toMatchObject(arrived);
    await expect.poll(() => keptFiles(page)).toEqual([]);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  });
});

/** Names of the files that the outbox keeps. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
}
