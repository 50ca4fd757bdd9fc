import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editorStrings } from '../../app/platform/strings/editor.ts';
import { mapPanes } from '../../app/platform/strings/map-panes.ts';
import { outboxStrings } from '../../app/platform/strings/outbox.ts';
import { strings } from '../../app/platform/strings.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { fixture, makeParcours, type Person, setRole, signUp, upload } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, listPlaces, loggedInStorage, mapReady, openPane, recordedS } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false };
const words = editorStrings;
const tools = mapPanes.tools;

describe('the audio of a place in the editor', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let mapId: ParcoursId;
  let page: Page;

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
    ana = await signUp(server.origin, 'Ana');
    await setRole(server, ana, 'editor');
  });
  beforeEach(async () => {
    mapId = await makeParcours(server.origin, ana, 'Le quai');
    const account = { user: { ...ana.user, role: 'editor' as const }, token: ana.token };
    const storageState = loggedInStorage(server.origin, account, { selectedParcours: JSON.stringify([mapId]) });
    page = await (await openPhone(browser, server.origin, QUAY, { storageState, ...DESKTOP })).newPage();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const panel = () => page.getByRole('region', { name: words.label });
  const button = (name: string) => panel().getByRole('button', { name, exact: true });
  const places = async (): Promise<Place[]> => (await listPlaces(page)).filter(({ map }) => map.id === mapId);
  const link = async (): Promise<string | undefined> => (await places())[0]?.media?.data.link.split('?')[0];
  const chooseFile = (name: string) => panel().getByLabel(words.upload).setInputFiles(audioFixture(name));

  async function openEditor(): Promise<void> {
    await page.goto('/home');
    await mapReady(page);
    await openPane(page, strings.panes.settings);
    await page.getByRole('switch', { name: tools.editorTools }).click();
    await page.getByRole('switch', { name: tools.drawTools }).click();
    await openPane(page, strings.panes.map);
    await page.locator('[data-draw-ready="true"]').waitFor();
  }

  async function putBench(): Promise<PlaceId> {
    const geometry: Place['feature'] = { type: 'Point', coordinates: QUAY };
    const body = {
      type: 'Feature' as const,
      geometry,
      properties: { appelation: 'Le banc', type: 'Ici' as const, mapId },
    };
    return (await call(server.origin, 'createPlace', { body }, ana.token)).newPlace.place_id;
  }

  /** Opens the editor with a point that waits for its audio. */
  async function drawPoint(): Promise<void> {
    await openEditor();
    await button(words.drawing.point).click();
    await button(words.drawing.addPoint).click();
    await panel().getByText(words.noAudioYet).waitFor();
  }

  it('is recorded there: the place is made of the shape, and nothing else can be opened meanwhile', async () => {
    await drawPoint();
    await chooseFile('truncated.m4a');
    await panel().getByRole('alert').waitFor();
    await button(words.record).click();
    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    // What was wrong with the file is over.
    expect(await panel().getByRole('alert').count()).toBe(0);
    await button(words.backToList).click();
    await page.getByText(words.finishAudioFirst).waitFor();
    await button(strings.record.stop).click();
    await button(strings.drops.play).waitFor();
    expect(await places()).toMatchObject([{ feature: { type: 'Point' }, media: { data: {} } }]);
  });

  it('is replaced only after a question, and the place stays the same', async () => {
    const id = await putBench();
    await upload(server.origin, ana, id, await fixture('conforming-mono.wav'));
    await openEditor();
    const before = await link();
    await panel().getByRole('button', { name: 'Le banc' }).click();
    await button(strings.drops.play).waitFor();
    const question = page.getByRole('dialog', { name: words.replaceTitle });
    await chooseFile('conforming-mono.wav');
    await question.getByRole('button', { name: words.keep }).click();
    await question.waitFor({ state: 'detached' });
    expect(await link()).toBe(before);
    await chooseFile('linear-pcm.caf');
    await question.getByRole('button', { name: words.replace, exact: true }).click();
    await page.getByText(words.made).waitFor();
    expect(await link()).not.toBe(before);
    expect(await places()).toMatchObject([{ id, appelation: 'Le banc' }]);
  });

  it('waits in the outbox without a network, and the place is there once there is one', async () => {
    await drawPoint();
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
    expect(await places()).toHaveLength(1);
  });

  it('that the server refuses leaves the shape waiting for another, with the reason', async () => {
    await drawPoint();
    const refusal = { status: 422, json: { error: { code: 'invalid_audio', message: 'Got no audio' } } };
    await page.route(/\/v1\/(drop|place\/places$)/, (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue(),
    );
    await chooseFile('conforming-mono.wav');
    await panel()
      .getByRole('alert')
      .getByText(/^Upload failed: /)
      .waitFor();
    await panel().getByText(words.noAudioYet).waitFor();
    await page.unroute(/\/v1\/(drop|place\/places$)/);
    await chooseFile('conforming-mono.wav');
    await button(strings.drops.play).waitFor();
    expect(await places()).toHaveLength(1);
  });

  it('that comes back from the server without an address is told as missing', async () => {
    await drawPoint();
    await page.route('**/v1/drop/upload', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, media_data: { ...body.media_data, link: '' } } });
    });
    await chooseFile('conforming-mono.wav');
    await panel().getByRole('alert').getByText(words.noAudioUrl).waitFor();
  });
});
