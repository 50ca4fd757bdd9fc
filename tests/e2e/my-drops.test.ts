import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOTICE_MS } from '../../app/state/page/notice-queue.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { myDropsStrings } from '../../app/words/drops/my-drops.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { strings } from '../../app/words/strings.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { wavOf } from '../support/wav-bytes.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const words = myDropsStrings;
/** A master or a rendition, but no waveform. */
const AUDIO = /\.(wav|m4a)$/;

describe('my drops', () => {
  let server: TestServer;
  let browser: Browser;
  let person: Person;
  let quays: ParcoursId;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    person = await signUp(server.origin, 'Dina');
    quays = await makeParcours(server.origin, person, 'Les quais');
    const market = await makeParcours(server.origin, person, 'Le marché');
    const bridge = await makePlace(server.origin, person, quays, 'Le pont');
    // It still plays when its button is looked at.
    const minute = new Blob([wavOf(new Int16Array(60 * 44_100))]);
    await upload(server.origin, person, bridge, minute);
    await makePlace(server.origin, person, quays, 'Le banc');
    await makePlace(server.origin, person, market, 'La halle');
  });
  // A page left open goes on drawing its map.
  afterEach(closePhones);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  async function openDrops(): Promise<Page> {
    const { email, password } = person;
    // A session of its own, which a page may end.
    const session = await call(server.origin, 'login', { body: { email, password } });
    const storageState = loggedInStorage(server.origin, session, { selectedParcours: `[${quays}]` });
    const page = await (await openPhoneWithoutMap(browser, server.origin, QUAY, { storageState })).newPage();
    await page.goto('/home/drops');
    await page.getByRole('heading', { name: 'Le pont' }).waitFor();
    return page;
  }

  const row = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

  const remove = async (page: Page, name: string): Promise<void> => {
    await row(page, name)
      .getByRole('button', { name: words.options(name) })
      .click();
    await page.getByRole('menuitem', { name: words.delete }).click();
    await row(page, name).waitFor({ state: 'detached' });
  };
  const keptNames = async (): Promise<string[]> => {
    const input = { params: { userId: person.user.id }, query: {} };
    return (await call(server.origin, 'listDrops', input, person.token)).drops.map((drop) => drop.appelation);
  };

  it('are those of the selected maps, or of all, with the waveform but not the audio, which plays once it is loaded', async () => {
    const page = await openDrops();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Le banc', 'Le pont']);
    const waveform = row(page, 'Le pont').getByRole('img').locator('canvas').first();
    await waveform.waitFor();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.reload();
    await waveform.waitFor();
    expect(fetched.filter((path) => path.endsWith('.dat'))).toHaveLength(1);
    expect(fetched.filter((path) => AUDIO.test(path))).toEqual([]);
    await row(page, 'Le banc').getByText(words.noAudio).waitFor();

    await row(page, 'Le pont').getByRole('button', { name: words.load }).click();
    await row(page, 'Le pont').getByRole('button', { name: dropStrings.play }).click();
    await row(page, 'Le pont').getByRole('button', { name: dropStrings.pause }).waitFor();
    expect(fetched.filter((path) => AUDIO.test(path))).not.toEqual([]);

    await page.getByRole('switch', { name: words.everywhere }).click();
    await page.getByRole('heading', { name: 'La halle' }).waitFor();
  });

  it('are deleted after a while in which that can be taken back, or at once where the page is left before', async () => {
    await makePlace(server.origin, person, quays, 'Le quai');
    const page = await openDrops();
    await page.clock.install();
    await remove(page, 'Le banc');
    await page.getByRole('button', { name: strings.app.undo }).click();
    await row(page, 'Le banc').waitFor();
    await page.clock.fastForward(2 * NOTICE_MS);
    await row(page, 'Le banc').waitFor();

    await remove(page, 'Le banc');
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.clock.fastForward(NOTICE_MS);
    expect((await deleted).status()).toBe(200);
    expect(await keptNames()).toEqual(['Le quai', 'La halle', 'Le pont']);

    await remove(page, 'Le quai');
    await page.goto('about:blank');
    await expect.poll(keptNames, { timeout: 20_000 }).toEqual(['La halle', 'Le pont']);
  });

  it('are deleted at once where the person logs out before, and never shown to who logs in next on the same device', async () => {
    await makePlace(server.origin, person, quays, 'La berge');
    const page = await openDrops();
    await remove(page, 'La berge');
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('button', { name: strings.menu.logout }).click();
    await expect.poll(keptNames, { timeout: 20_000 }).not.toContain('La berge');

    const next = await signUp(server.origin, 'Nina');
    await makeParcours(server.origin, next, 'Le parc');
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/drop/**', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.getByLabel(strings.login.email).fill(next.email);
    await page.getByLabel(strings.login.password, { exact: true }).fill(next.password);
    await page.getByRole('button', { name: strings.login.submit, exact: true }).click();
    await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('dialog').getByRole('link', { name: strings.menu.drops }).click();
    await page.getByRole('heading', { name: words.title }).waitFor();
    await page.getByRole('status', { name: strings.app.loading }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0);
    answer();
    await page.getByText(words.emptyHereHint).waitFor();
  });
});
