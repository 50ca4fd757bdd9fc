import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { outboxStrings } from '../../app/words/drops/outbox.ts';
import { recordStrings } from '../../app/words/drops/record.ts';
import { editorStrings } from '../../app/words/editor.ts';
import { mapPanes } from '../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { closePhones, openPhone, sharedBrowser } from '../support/browser.ts';
import { makeParcours, type Person, signUpAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { audioFixture, listPlaces, mapReady, openPane, recordedS } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** As small as a desktop's window may be, since software draws each of its pixels. */
const DESKTOP = { viewport: { width: 900, height: 600 }, hasTouch: false };
const words = editorStrings;
const tools = mapPanes.tools;

describe('the audio of a place in the editor', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let mapId: ParcoursId;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    ana = await signUpAs(server, 'Ana', 'editor');
  });
  beforeEach(async () => {
    mapId = await makeParcours(server.origin, ana, 'Le quai');
  });
  afterEach(closePhones);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const panel = () => page.getByRole('region', { name: words.label });
  const button = (name: string) => panel().getByRole('button', { name, exact: true });
  const places = async (): Promise<Place[]> => (await listPlaces(page)).filter(({ map }) => map.id === mapId);
  /** Address of the only place's audio, without the signature. */
  const link = async (): Promise<string | undefined> => (await places())[0]?.media?.data.link.split('?')[0];
  const chooseFile = (name: string) => panel().getByLabel(words.upload).setInputFiles(audioFixture(name));

  async function openEditor(options: BrowserContextOptions = {}): Promise<void> {
    const storageState = loggedInStorage(server.origin, ana, { selectedParcours: JSON.stringify([mapId]) });
    const phone = await openPhone(browser, server.origin, QUAY, { storageState, ...DESKTOP, ...options });
    page = await phone.newPage();
    await page.goto('/home');
    await mapReady(page);
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: tools.editorTools }).click();
    await page.getByRole('switch', { name: tools.drawTools }).click();
    await openPane(page, paneStrings.map);
    await page.locator('[data-draw-ready="true"]').waitFor();
  }

  /** Draws a point, which waits for its audio. */
  async function drawPoint(): Promise<void> {
    await button(words.drawing.point).click();
    await button(words.drawing.addPoint).click();
    await panel().getByText(words.noAudioYet).waitFor();
  }

  it('that comes back from the server without an address is told as missing; that is recorded there makes a place of its shape, and nothing else can be opened meanwhile', async () => {
    await openEditor();
    await drawPoint();
    await page.route('**/v1/drop/upload', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, media_data: { ...body.media_data, link: '' } } });
    });
    await chooseFile('conforming-mono.wav');
    await panel().getByRole('alert').getByText(words.noAudioUrl).waitFor();
    await page.unroute('**/v1/drop/upload');
    await button(words.backToList).click();

    await drawPoint();
    await chooseFile('truncated.m4a');
    await panel().getByRole('alert').waitFor();
    await button(words.record).click();
    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    // What was wrong with the file is over.
    expect(await panel().getByRole('alert').count()).toBe(0);
    await button(words.backToList).click();
    await page.getByText(words.finishAudioFirst).waitFor();
    await button(recordStrings.stop).click();
    await button(dropStrings.play).waitFor();
    const told = { feature: { type: 'Point' }, media: { data: {} } };
    expect(await places()).toMatchObject([told, told]);
  });

  it('waits in the outbox without a network and makes the place once there is one, where it is replaced only after a question', async () => {
    await openEditor({ serviceWorkers: 'allow' });
    // Without a network, what is not loaded yet comes from what the app has stored.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await drawPoint();
    await panel().getByLabel(words.title).fill('Le banc');
    await page.context().setOffline(true);
    await chooseFile('conforming-mono.wav');
    await page.getByText(outboxStrings.kept).waitFor();
    await panel()
      .getByRole('heading', { name: words.heading(0) })
      .waitFor();
    await page.getByText(outboxStrings.count(1)).waitFor();
    await page.context().setOffline(false);
    await panel()
      .getByRole('heading', { name: words.heading(1) })
      .waitFor({ timeout: 60_000 });
    // The place is made before its audio is sent.
    await page.locator('[data-outbox-count="0"]').waitFor({ state: 'attached' });
    const [place, ...others] = await places();
    expect(others).toEqual([]);
    const before = await link();
    expect(before).toBeDefined();

    await panel().getByRole('button', { name: 'Le banc' }).click();
    await button(dropStrings.play).waitFor();
    const question = page.getByRole('dialog', { name: words.replaceTitle });
    await chooseFile('conforming-mono.wav');
    await question.getByRole('button', { name: words.keep }).click();
    await question.waitFor({ state: 'detached' });
    expect(await link()).toBe(before);
    await chooseFile('linear-pcm.caf');
    await question.getByRole('button', { name: words.replace, exact: true }).click();
    await page.getByText(words.made).waitFor();
    expect(await link()).not.toBe(before);
    expect(await places()).toMatchObject([{ id: place?.id, appelation: 'Le banc' }]);
  });
});
