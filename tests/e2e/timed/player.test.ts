import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { mapStrings } from '../../../app/words/map.ts';
import { parcoursStrings } from '../../../app/words/maps/parcours.ts';
import { faultsOn } from '../../support/axe.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../../support/browser.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { wavOf } from '../../support/wav-bytes.ts';
import { hasHeard, logIn, mapScreenReady, readMediaPath, readSound } from '../steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const words = listenStrings;
const LENGTH_S = 40;
const RATE_HZ = 44_100;

/** A tone that is loud in its second half. */
function tone(): Blob {
  const samples = Int16Array.from({ length: LENGTH_S * RATE_HZ }, (_, at) => {
    const loudness = at < (LENGTH_S * RATE_HZ) / 2 ? 3000 : 24_000;
    return loudness * Math.sin((2 * Math.PI * 330 * at) / RATE_HZ);
  });
  return new Blob([wavOf(samples)]);
}

describe('the player', () => {
  let server: TestServer;
  let browser: Browser;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    person = await signUp(server.origin, 'Dina');
    const quays = await makeParcours(server.origin, person, 'Les quais');
    const bridge = await makePlace(server.origin, person, quays, 'Le pont');
    await upload(server.origin, person, bridge, tone(), { length: LENGTH_S });
    const bench = await makePlace(server.origin, person, quays, 'Le banc');
    await upload(server.origin, person, bench, await fixture('conforming-mono.wav'));
    const narrow = { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' as const };
    page = await (await openPhoneWithoutMap(browser, server.origin, QUAY, narrow)).newPage();
    await logIn(page, person);
    await page.getByRole('button', { name: parcoursStrings.stopListening('Les quais') }).waitFor();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  beforeEach(async () => {
    await page.goto('/home');
    await mapScreenReady(page);
    await choose('Le pont');
    // It plays at once.
    await button(words.pause).click();
    await slider().press('Home');
    await button(words.play).waitFor();
  });

  async function choose(name: string): Promise<void> {
    await button(mapStrings.placeList).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await player().getByRole('heading', { name }).waitFor();
  }

  const player = () => page.getByRole('region', { name: words.player });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const slider = () => player().getByRole('slider', { name: words.seek });
  const standsAt = (positionS: number) =>
    expect.poll(async () => Math.round((await readSound(page)).positionS)).toBe(positionS);

  it('shows the waveform that the server stored, quiet and loud, filled as far as it was heard', async () => {
    const waveform = player().getByTestId('waveform');
    await waveform.waitFor();
    const path = (await waveform.locator('path').first().getAttribute('d')) ?? '';
    const heights = [...path.matchAll(/v([\d.]+)/g)].map((found) => Number(found[1]));
    const half = Math.floor(heights.length / 2);
    expect(heights.length).toBeGreaterThan(50);
    expect(Math.max(...heights.slice(0, half - 1))).toBeLessThan(10);
    expect(Math.min(...heights.slice(half + 1))).toBeGreaterThan(40);

    const box = await waveform.boundingBox();
    if (box === null) throw new Error('The waveform is nowhere');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(async () => (await readSound(page)).positionS).toBeCloseTo(LENGTH_S / 2, 0);
    const heard = waveform.locator('svg').nth(1).locator('..');
    await expect.poll(async () => ((await heard.boundingBox())?.width ?? 0) / box.width).toBeCloseTo(0.5, 1);
  });

  it('is moved within by keys, and says where it stands', async () => {
    await slider().press('ArrowRight');
    await standsAt(5);
    await slider().press('PageUp');
    await standsAt(15);
    await slider().press('ArrowLeft');
    await standsAt(10);
    await expect.poll(() => slider().getAttribute('aria-valuetext')).toBe('0:10 / 0:40');
    await slider().press('End');
    await standsAt(LENGTH_S);
    await slider().press('Home');
    await standsAt(0);
  });

  it('jumps by ten seconds', async () => {
    await button(words.skipAhead(10)).click();
    await button(words.skipAhead(10)).click();
    await standsAt(20);
    await button(words.skipBack(10)).click();
    await standsAt(10);
    await player().getByText('0:10 / 0:40').waitFor();
  });

  it('keeps the speed for the next story, in the one audio element', async () => {
    await page.getByLabel(words.speed).selectOption({ label: words.times(1.5) });
    await choose('Le banc');
    await hasHeard(page, await readMediaPath(page, 'Le banc'));
    expect(await page.locator('audio').count()).toBe(1);
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
    expect(await page.getByLabel(words.speed).inputValue()).toBe('1.5');
  });

  it('fits a narrow phone, and axe finds nothing in it', async () => {
    await player().getByTestId('waveform').waitFor();
    expect(await faultsOn(page)).toEqual([]);
    const overflow = await player().evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const box = await player().boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 360).toBe(true);
  });

  it('gives focus back to where it was when it is closed', async () => {
    const list = button(mapStrings.placeList);
    await list.focus();
    await button(words.close).focus();
    await page.keyboard.press('Enter');
    await player().waitFor({ state: 'detached' });
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('is shown on the lock screen', async () => {
    const named = () => page.evaluate(() => navigator.mediaSession.metadata?.title ?? null);
    await expect.poll(named).toBe('Le pont');
    await button(words.close).click();
    await expect.poll(named).toBeNull();
  });

  it('goes on with sound and bar where the waveform can’t be had', async () => {
    await page.route(/\.dat/, (route) => route.abort());
    await page.reload();
    await mapScreenReady(page);
    await choose('Le pont');
    // It plays at once. Until then there is no position to move.
    await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0);
    await button(words.pause).click();
    await slider().press('Home');
    await standsAt(0);
    await slider().press('PageUp');
    await standsAt(10);
    expect(await player().getByTestId('waveform').count()).toBe(0);
    await page.unroute(/\.dat/);
  });
});
