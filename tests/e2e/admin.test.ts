import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminStrings } from '../../app/words/admin/admin.ts';
import { trailActions } from '../../app/words/admin/trail-actions.ts';
import { queueStrings } from '../../app/words/moderation/queue.ts';
import { strings } from '../../app/words/strings.ts';
import { DAY_MS } from '../../server/domain/clock.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { layoutFaults, missedByTab } from '../support/layout-faults.ts';
import {
  addMember,
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, hasTouch: false };

describe('a site’s admin', () => {
  let server: TestServer;
  let chief: Person;
  let noe: Person;

  beforeAll(async () => {
    server = await startServer();
    const { origin } = server;
    chief = await signUpAs(server, 'Ana', 'admin');
    noe = await signUp(origin, 'Noé');
    const mapId = await makeParcours(origin, chief, 'Le quai');
    await addMember(origin, chief, mapId, noe, 'drop');
    await upload(origin, noe, await makePlace(origin, noe, mapId, 'La grue'), await fixture('conforming-mono.wav'));
    const placeId = await makePlace(origin, noe, mapId, 'Le banc');
    await call(origin, 'deletePlace', { params: { placeId } }, chief.token);
  });
  afterEach(closePhones);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const storageState = loggedInStorage(server.origin, chief);
    const phone = await openPhoneWithoutMap(await sharedBrowser(), server.origin, [2.34, 48.85], {
      storageState,
      ...options,
    });
    const page = await phone.newPage();
    await page.goto(path);
    return page;
  }
  const section = (page: Page, name: string) =>
    page.getByRole('navigation', { name: adminStrings.sections }).getByRole('link', { name, exact: true });

  it('finds in the trail what was done, exports that, and goes from an account to what it did', async () => {
    const page = await open('/home/parcours');
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('link', { name: adminStrings.title }).click();
    await page.getByRole('heading', { name: adminStrings.title }).waitFor();
    await section(page, adminStrings.trail).click();
    const entries = page.getByRole('list', { name: adminStrings.trail }).getByRole('listitem');
    await page.getByLabel(adminStrings.filter.action).selectOption(trailActions.place_deleted);
    await page.getByRole('button', { name: adminStrings.filter.apply }).click();
    await expect.poll(() => entries.count()).toBe(1);
    const { by, about, named, map, place } = adminStrings.entry;
    for (const text of [
      by(named('Ana', chief.email)),
      about(named('Noé', noe.email)),
      map('Le quai'),
      place('Le banc'),
    ]) {
      expect(await entries.innerText()).toContain(text);
    }

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: adminStrings.filter.export }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.slice(1)).toEqual([expect.stringContaining(',place_deleted,')]);

    await section(page, adminStrings.accounts).click();
    await page.getByLabel(adminStrings.account.search).fill('noé');
    await page.getByRole('button', { name: adminStrings.search, exact: true }).click();
    const accounts = page.getByRole('list', { name: adminStrings.accounts }).getByRole('listitem');
    await expect.poll(() => accounts.count()).toBe(1);
    await page.getByRole('link', { name: adminStrings.account.trailOf('Noé') }).click();
    await page.getByRole('heading', { name: trailActions.signed_up }).waitFor();
    expect(new URL(page.url()).search).toBe(`?rubrique=journal&compte=${noe.user.id}`);
    // The entry of the export is the admin's own.
    expect(await page.getByRole('heading', { name: trailActions.trail_exported }).count()).toBe(0);
  });

  it('is told what a field expects, and by which days the trail was narrowed to nothing', async () => {
    const page = await open('/home/admin?rubrique=journal');
    await page.getByRole('list', { name: adminStrings.trail }).waitFor();
    await page.getByLabel(adminStrings.filter.account).fill('moi');
    await page.getByRole('button', { name: adminStrings.filter.apply }).click();
    await page.getByText(adminStrings.filter.wrongAccount).waitFor();
    await page.getByLabel(adminStrings.filter.account).fill('');
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    await page.getByLabel(adminStrings.filter.from, { exact: true }).fill(day);
    await page.getByRole('button', { name: adminStrings.filter.apply }).click();
    await page.getByText(adminStrings.none).waitFor();
  });

  it.each([
    ['signalements', () => queueStrings.none],
    ['journal', () => adminStrings.entry.place('Le banc')],
    ['comptes', () => noe.email],
    ['parcours', () => 'Le quai'],
    ['travaux', () => adminStrings.job.none],
    ['serveur', () => 'GUESTS_PER_HOUR'],
  ])('is not kept from %s, on a phone and at a desk', async (id, shown) => {
    for (const [options, widths] of [
      [{}, { maxWidth: 768 }],
      [DESK, { minWidth: 1024 }],
    ] as const) {
      const page = await open(`/home/admin?rubrique=${id}`, options);
      await page.getByText(shown()).first().waitFor();
      const faults = [...(await faultsInBothLooks(page)), ...(await layoutFaults(page, widths))];
      expect(faults).toEqual([]);
    }
  });

  it('opens a map that nobody reported, hides a story there, and suspends an account and lifts that', async () => {
    const act = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();
    const { acts, actOn, done, openMap, states } = queueStrings;
    const page = await open('/home/admin?rubrique=parcours');
    await act(page, actOn(openMap, 'Le quai'));
    const map = page.getByRole('dialog', { name: 'Le quai', exact: true });
    await map.getByLabel(queueStrings.listen('La grue')).waitFor();
    expect([...(await faultsInBothLooks(page)), ...(await layoutFaults(page))]).toEqual([]);
    await act(map, actOn(acts.hide, 'La grue'));
    const sheet = page.getByRole('dialog', { name: actOn(acts.hide, 'La grue') });
    await act(sheet, acts.hide);
    await page.getByText(done.hide('La grue')).waitFor();
    await map.getByText(states.hidden).waitFor();
    await act(map, actOn(acts.restore, 'La grue'));
    await act(page.getByRole('dialog', { name: actOn(acts.restore, 'La grue') }), acts.restore);
    await map.getByText(states.hidden).waitFor({ state: 'detached' });
    await act(map, strings.app.close);

    await section(page, adminStrings.accounts).click();
    expect(await page.getByRole('button', { name: actOn(acts.suspend, 'Ana') }).count()).toBe(0);
    await act(page, actOn(acts.suspend, 'Noé'));
    await act(page.getByRole('dialog'), acts.suspend);
    const lift = page.getByRole('button', { name: actOn(acts.unsuspend, 'Noé') });
    await lift.waitFor();
    await page.getByText(queueStrings.isSuspended).waitFor();
    await lift.click();
    await act(page.getByRole('dialog'), acts.unsuspend);
    await page.getByText(queueStrings.isSuspended).waitFor({ state: 'detached' });
  });

  it('reaches every control of the trail with the Tab key', async () => {
    const page = await open('/home/admin?rubrique=journal');
    await page.getByRole('list', { name: adminStrings.trail }).waitFor();
    expect(await missedByTab(page)).toEqual([]);
  });
});
