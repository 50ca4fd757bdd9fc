import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountStrings } from '../../app/admin/account-words.ts';
import { adminStrings, auditActions } from '../../app/admin/admin-words.ts';
import { queueStrings } from '../../app/moderation/queue/queue-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import {
  addMember,
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { visit } from './steps.ts';

describe('a site’s admin', () => {
  const server = useServer();
  const open = usePhones(server);
  let chief: Person;
  let noe: Person;

  beforeAll(async () => {
    const { origin } = server;
    chief = await signUpAs(server, 'Ana', 'admin');
    noe = await signUp(origin, 'Noé');
    const parcoursId = await makeParcours(origin, chief, 'Le quai');
    await addMember(origin, chief, parcoursId, noe, 'drop');
    await upload(
      origin,
      noe,
      await makePlace(origin, noe, parcoursId, 'La grue'),
      await fixture('conforming-mono.wav'),
    );
    const placeId = await makePlace(origin, noe, parcoursId, 'Le banc');
    await call(origin, 'deletePlace', { params: { placeId } }, chief.token);
  });

  const act = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();
  const goTo = (page: Page, section: string) =>
    page
      .getByRole('navigation', { name: adminStrings.sections })
      .getByRole('link', { name: section, exact: true })
      .click();

  it('finds and exports what was done, hides a story, suspends an account, and is kept from no section', async () => {
    const page = await open('/home/parcours', { person: chief });
    await page.getByRole('button', { name: menuStrings.open }).click();
    await page.getByRole('link', { name: adminStrings.title }).click();
    await page.getByRole('heading', { name: adminStrings.title }).waitFor();
    await goTo(page, adminStrings.auditLog);
    const entries = page.getByRole('table', { name: adminStrings.auditLog }).locator('tbody').getByRole('row');
    await page.getByLabel(adminStrings.filter.action).selectOption(auditActions.place_deleted);
    await page.getByRole('button', { name: adminStrings.filter.apply }).click();
    await expect.poll(() => entries.count()).toBe(1);
    const { named, map, place } = adminStrings.entry;
    for (const text of [named('Ana', chief.email), named('Noé', noe.email), map('Le quai'), place('Le banc')]) {
      expect(await entries.innerText()).toContain(text);
    }

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: adminStrings.filter.export }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.slice(1)).toEqual([expect.stringContaining(',place_deleted,')]);

    await goTo(page, adminStrings.accounts);
    await page.getByLabel(accountStrings.search, { exact: true }).fill('noé');
    await page.getByRole('button', { name: adminStrings.search, exact: true }).click();
    const accounts = page.getByRole('table', { name: adminStrings.accounts }).locator('tbody').getByRole('row');
    await expect.poll(() => accounts.count()).toBe(1);
    await page.getByRole('button', { name: accountStrings.options('Noé') }).click();
    await page.getByRole('menuitem', { name: accountStrings.auditLog }).click();
    await page.getByRole('rowheader', { name: auditActions.signed_up }).waitFor();
    expect(new URL(page.url()).search).toBe(`?rubrique=journal&compte=${noe.user.id}`);
    // The entry of the export is the admin's own.
    expect(await page.getByRole('rowheader', { name: auditActions.trail_exported }).count()).toBe(0);

    const { acts, actOn, done, openMap, states } = queueStrings;
    await goTo(page, adminStrings.maps);
    await act(page, actOn(openMap, 'Le quai'));
    const opened = page.getByRole('dialog', { name: 'Le quai', exact: true });
    await opened.getByLabel(queueStrings.listen('La grue')).waitFor();
    await act(opened, actOn(acts.hide, 'La grue'));
    const sheet = page.getByRole('dialog', { name: actOn(acts.hide, 'La grue') });
    await act(sheet, acts.hide);
    await page.getByText(done.hide('La grue')).waitFor();
    await opened.getByText(states.hidden).waitFor();
    await act(opened, actOn(acts.restore, 'La grue'));
    await act(page.getByRole('dialog', { name: actOn(acts.restore, 'La grue') }), acts.restore);
    await opened.getByText(states.hidden).waitFor({ state: 'detached' });
    await act(opened, strings.app.close);

    await goTo(page, adminStrings.accounts);
    await page.getByRole('button', { name: actOn(acts.suspend, 'Noé') }).waitFor();
    expect(await page.getByRole('button', { name: actOn(acts.suspend, 'Ana') }).count()).toBe(0);
    await act(page, actOn(acts.suspend, 'Noé'));
    await act(page.getByRole('dialog'), acts.suspend);
    const lift = page.getByRole('button', { name: actOn(acts.unsuspend, 'Noé') });
    await lift.waitFor();
    await page.getByText(queueStrings.isSuspended).waitFor();
    await lift.click();
    await act(page.getByRole('dialog'), acts.unsuspend);
    await page.getByText(queueStrings.isSuspended).waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // No section keeps anything from them.
    for (const [id, shown] of [
      ['signalements', queueStrings.none],
      ['journal', adminStrings.entry.place('Le banc')],
      ['comptes', noe.email],
      ['travaux', adminStrings.job.none],
      ['serveur', 'GUESTS_PER_HOUR'],
      ['parcours', 'Le quai'],
    ] as const) {
      await visit(page, `/home/admin?rubrique=${id}`);
      await page.getByRole('main').getByText(shown).first().waitFor();
    }
  });
});
