import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import type { BundleId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { addMember, makeParcours, type Person, setRole, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { logIn } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const words = strings.parcours;

describe('the maps screen', () => {
  let server: TestServer;
  let browser: Browser;
  let editor: Person;
  let owner: Person;

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
    editor = await signUp(server.origin, 'Edith');
    await setRole(server, editor, 'editor');
    owner = await signUp(server.origin, 'Olga');
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openMaps(person: Person): Promise<Page> {
    const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
    await logIn(page, person);
    await page.goto('/home/parcours');
    await page.getByText(words.yourMaps).waitFor();
    return page;
  }

  const choose = async (page: Page, name: string, act: string): Promise<void> => {
    await page.getByRole('button', { name: words.moreAbout(name) }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  it('lets an editor make, fill, rename and delete a bundle, whose maps come back to Your Maps', async () => {
    await makeParcours(server.origin, editor, 'Les quais');
    const page = await openMaps(editor);
    await page.getByRole('button', { name: words.newBundle }).click();
    const form = page.getByRole('dialog', { name: words.newBundle });
    await form.getByRole('button', { name: strings.app.save }).click();
    await form.getByText(words.bundleNameMissing).waitFor();
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
  });

  it("deletes a map only once its admin has typed the map's name, and gives focus back when they don't", async () => {
    const id = await makeParcours(server.origin, owner, 'Le canal');
    const page = await openMaps(owner);
    await choose(page, 'Le canal', words.delete);
    const dialog = page.getByRole('alertdialog');
    const button = dialog.getByRole('button', { name: words.delete });
    await dialog.getByLabel(words.typeName('Le canal')).fill('Le cana');
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe(words.moreAbout('Le canal'));

    await choose(page, 'Le canal', words.delete);
    await dialog.getByLabel(words.typeName('Le canal')).fill('Le canal');
    await button.click();
    await page.getByText(words.mapDeleted('Le canal')).waitFor();
    await page.getByText(words.empty).waitFor();
    await expect(call(server.origin, 'readParcours', { params: { mapId: id } }, owner.token)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('lets a member leave a map, and tells the last admin why they cannot', async () => {
    const id = await makeParcours(server.origin, owner, 'Le port');
    const member = await signUp(server.origin, 'Marc');
    await addMember(server.origin, owner, id, member, 'drop');
    const page = await openMaps(member);
    await choose(page, 'Le port', words.leave);
    await page.getByRole('alertdialog').getByRole('button', { name: words.leave }).click();
    await page.getByText(words.mapLeft('Le port')).waitFor();

    const own = await openMaps(owner);
    await choose(own, 'Le port', words.leave);
    await own.getByRole('alertdialog').getByRole('button', { name: words.leave }).click();
    await own.getByRole('alertdialog').getByText(strings.errors.lastAdmin).waitFor();
  });

  it('says that bundles could not be fetched, and tries again', async () => {
    const page = await openMaps(owner);
    await page.route('**/v1/bundle/bundles-for-user/**', (route) => route.abort());
    await page.reload();
    await page.getByText(words.bundlesFailed).waitFor();
    await page.unroute('**/v1/bundle/bundles-for-user/**');
    await page.getByRole('button', { name: strings.app.retry }).click();
    await page.getByText(words.bundlesFailed).waitFor({ state: 'detached' });
  });

  it('says of one bundle that its maps could not be fetched, shows the others, and tries it again', async () => {
    const ids: BundleId[] = [];
    for (const name of ['Rive gauche', 'Rive droite']) {
      const mapId = await makeParcours(server.origin, editor, `Carte ${name}`);
      const { id } = await call(server.origin, 'createBundle', { body: { name } }, editor.token);
      await call(server.origin, 'addToBundle', { params: { bundleId: id, mapId } }, editor.token);
      ids.push(id);
    }
    const page = await openMaps(editor);
    await page.route(`**/v1/bundle/${ids[0]}/maps`, (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.reload();
    const left = page.getByRole('region', { name: 'Rive gauche' });
    await left.getByRole('alert').getByText('Failed to fetch maps for bundle', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Rive droite' }).getByText('Carte Rive droite').waitFor();
    await page.unroute(`**/v1/bundle/${ids[0]}/maps`);
    await left.getByRole('button', { name: strings.app.retry }).click();
    await left.getByText('Carte Rive gauche').waitFor();
    expect(await left.getByRole('alert').count()).toBe(0);
  });

  it('says that the maps could not be fetched, and tries again', async () => {
    const page = await openMaps(owner);
    await page.route('**/v1/map/maps-for-user**', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.reload();
    await page.getByRole('alert').getByText('Failed to fetch maps', { exact: true }).waitFor();
    await page.unroute('**/v1/map/maps-for-user**');
    await page.getByRole('button', { name: strings.app.retry }).click();
    await page.getByRole('region', { name: words.yourMaps }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says why a map could not be created, and keeps what was typed', async () => {
    const page = await openMaps(owner);
    await page.getByRole('link', { name: words.create }).first().click();
    await page.getByLabel(strings.createParcours.name).fill('Le phare');
    await page.getByLabel(strings.createParcours.description).fill('Au bout de la jetée.');
    await page.route('**/v1/map/parcours', (route) => route.abort());
    await page.getByRole('button', { name: strings.createParcours.submit, exact: true }).click();
    const message = `Failed to create parcours: ${strings.errors.network}`;
    await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
    expect(await page.getByLabel(strings.createParcours.name).inputValue()).toBe('Le phare');
    await page.unroute('**/v1/map/parcours');
    await page.getByRole('button', { name: strings.createParcours.submit, exact: true }).click();
    await page.getByText('Parcours created successfully!').waitFor();
  });
});
