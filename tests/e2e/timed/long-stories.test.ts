import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { mapStrings } from '../../../app/words/map.ts';
import { parcoursStrings } from '../../../app/words/maps/parcours.ts';
import { strings } from '../../../app/words/strings.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../../support/browser.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { wavOf } from '../../support/wav-bytes.ts';
import { hears, mapScreenReady, readMediaPath, readSound } from '../steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** 21 MB: more than a browser fetches ahead, so the rest is asked for when it is played. */
const LENGTH_S = 120;
/** Longer than any media link is good for, shorter than a token. */
const LINKS_END_MS = 9 * 3600 * 1000;

describe('a story whose link ends while it is in the player', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let refusals = 0;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    const person = await signUp(server.origin, 'Ana');
    const place = await makePlace(server.origin, person, await makeParcours(server.origin, person), 'Le pont');
    const story = new Blob([wavOf(new Int16Array(LENGTH_S * 44_100 * 2), { channels: 2 })]);
    await upload(server.origin, person, place, story);
    page = await (await openPhoneWithoutMap(browser, server.origin, QUAY)).newPage();
    page.on('response', (answer) => {
      if (answer.url().includes('/v1/media/') && answer.status() === 403) refusals += 1;
    });
    await login(page, person);
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  it.each([1, 2])('goes on where the listener moved to, by a fresh link (time %i)', async (time) => {
    const player = page.getByRole('region', { name: listenStrings.player });
    if (time === 1) {
      await page.getByRole('button', { name: mapStrings.placeList }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Le pont' }).click();
    }
    const path = await readMediaPath(page, 'Le pont');
    await hears(page, path);

    refusals = 0;
    server.advance(time * LINKS_END_MS);
    const share = time === 1 ? 0.5 : 0.9;
    const track = await player.getByRole('slider', { name: listenStrings.seek }).locator('xpath=../..').boundingBox();
    if (track === null) throw new Error('The progress bar is not shown');
    await page.mouse.click(track.x + track.width * share, track.y + track.height / 2);
    await expect
      .poll(async () => (await readSound(page)).positionS / LENGTH_S, { timeout: 15_000 })
      .toBeCloseTo(share, 1);
    await hears(page, path);
    expect((await readSound(page)).positionS / LENGTH_S).toBeCloseTo(share, 1);
    expect(refusals).toBeGreaterThan(0);
    expect(await player.getByRole('alert').count()).toBe(0);
  });
});

async function login(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: strings.login.stayLoggedIn }).check();
  await page.getByRole('button', { name: strings.login.submit }).click();
  await page.getByRole('link', { name: parcoursStrings.done }).click();
  await mapScreenReady(page);
}
