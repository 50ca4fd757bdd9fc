import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { addMember, makeParcours, type Person, signUp, signUpAs } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { createParcours, visit } from './steps.ts';

const words = parcoursStrings;

describe('the maps screen', () => {
  const server = useServer();
  const open = usePhones(server);

  async function openMaps(person: Person): Promise<Page> {
    const page = await open('/home/parcours', { person });
    await page.getByText(words.yourMaps).waitFor();
    return page;
  }

  const choose = async (page: Page, name: string, act: string): Promise<void> => {
    await page.getByRole('button', { name: words.moreAbout(name) }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  it('makes, fills, renames and deletes a bundle, and a map, which its last admin deletes by typing its name', async () => {
    const owner = await signUpAs(server, 'Edith', 'editor');
    await makeParcours(server.origin, owner, 'Les quais');
    const page = await openMaps(owner);
    await goesThroughBundle(page);
    await createParcours(page, 'Le canal', 'Au fil de l’eau.');
    await leaveAndDelete(page, owner);
  });

  /** A bundle is made, filled, renamed and deleted: its maps come back to Your Maps. */
  async function goesThroughBundle(page: Page): Promise<void> {
    await page.getByRole('button', { name: words.newBundle }).click();
    const form = page.getByRole('dialog', { name: words.newBundle });
    await form.getByLabel(words.bundleName).fill('Promenades');
    await form.getByRole('button', { name: strings.app.save }).click();

    const bundle = page.getByRole('region', { name: 'Promenades' });
    await bundle.getByText(words.empty).waitFor();
    await choose(page, 'Les quais', words.bundlesOf);
    await page.getByRole('switch', { name: 'Promenades' }).click();
    await page.getByRole('switch', { name: 'Promenades', checked: true }).waitFor();
    await page.getByRole('button', { name: strings.app.close }).click();
    await bundle.getByText('Les quais').waitFor();
    await bundle.getByText(words.count(1)).waitFor();
    expect(await page.getByRole('region', { name: words.yourMaps }).count()).toBe(0);

    await choose(page, 'Promenades', words.editBundle);
    await page.getByLabel(words.bundleName).fill('Balades');
    await page.getByRole('button', { name: strings.app.save }).click();
    await page.getByRole('region', { name: 'Balades' }).getByText('Les quais').waitFor();

    await choose(page, 'Balades', words.removeBundle);
    await page.getByRole('alertdialog').getByRole('button', { name: words.removeBundle }).click();
    await page.getByRole('region', { name: words.yourMaps }).getByText('Les quais').waitFor();
    expect(await page.getByRole('region', { name: 'Balades' }).count()).toBe(0);
  }

  /** A member may leave the map and its last admin may not, who deletes it. */
  async function leaveAndDelete(page: Page, owner: Person): Promise<void> {
    const maps = await call(server.origin, 'listParcours', { query: {} }, owner.token);
    const map = maps.find(({ name }) => name === 'Le canal');
    if (map === undefined) throw new Error('Expected the map that was made');
    const member = await signUp(server.origin, 'Marc');
    await addMember(server.origin, owner, map.id, member, 'drop');
    const other = await openMaps(member);
    await choose(other, 'Le canal', words.leave);
    await other.getByRole('alertdialog').getByRole('button', { name: words.leave }).click();
    await other.getByText(words.mapLeft('Le canal')).waitFor();

    await visit(page, '/home/parcours');
    const dialog = page.getByRole('alertdialog');
    await choose(page, 'Le canal', words.leave);
    await dialog.getByRole('button', { name: words.leave }).click();
    await dialog.getByText(strings.errors.lastAdmin).waitFor();
    await dialog.getByRole('button', { name: strings.app.cancel }).click();

    await choose(page, 'Le canal', words.delete);
    await dialog.getByLabel(words.typeName('Le canal')).fill('Le canal');
    await dialog.getByRole('button', { name: words.delete }).click();
    await page.getByText(words.mapDeleted('Le canal')).waitFor();
    const mine = page.getByRole('region', { name: words.yourMaps });
    await mine.getByText('Le canal', { exact: true }).waitFor({ state: 'detached' });
    await mine.getByText('Les quais', { exact: true }).waitFor();
    await expect(call(server.origin, 'readParcours', { params: { mapId: map.id } }, owner.token)).rejects.toMatchObject(
      { code: 'not_found' },
    );
  }
});
