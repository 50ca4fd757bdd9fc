import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hasHeard, hears, mapScreenReady, readMediaPath, readSound } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** 21 MB: more than a browser fetches ahead, so the rest is asked for when it is played. */
const LENGTH_S = 240;
/** Longer than any media link is good for, shorter than a token. */
const LINKS_END_MS = 9 * 3600 * 1000;
const words = listenStrings;

const server = useServer();
/** One page: the second test continues where the first ended. */
let page: Page;

beforeAll(async () => {
  const person = await signUp(server.origin, 'Dina');
  const quays = await makeParcours(server.origin, person, 'Les quais');
  const bridge = await makePlace(server.origin, person, quays, 'Le pont');
  const loudInItsSecondHalf = toneOf(330, LENGTH_S, (second) => (second < LENGTH_S / 2 ? 3000 : 24_000));
  await upload(server.origin, person, bridge, loudInItsSecondHalf, { length: LENGTH_S });
  const bench = await makePlace(server.origin, person, quays, 'Le banc');
  await upload(server.origin, person, bench, await fixture('conforming-mono.wav'));
  const { email, password } = person;
  const session = await call(server.origin, 'login', { body: { email, password, stayLoggedIn: true } });
  const storageState = loggedInStorage(server.origin, session, { selectedParcours: JSON.stringify([quays]) });
  const browser = { viewport: { width: 360, height: 640 }, storageState };
  page = await (await openPhoneWithoutMap(await sharedBrowser(), server.origin, QUAY, browser)).newPage();
  await page.goto('/home');
  await mapScreenReady(page, 2);
});
afterAll(closePhones);

async function choose(name: string): Promise<void> {
  await button(mapStrings.placeList).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await player().getByRole('heading', { name }).waitFor();
}

/** Moves within the story by a click at this share of its length. */
async function moveTo(share: number): Promise<void> {
  const track = await player().getByRole('slider', { name: words.seek }).locator('xpath=../..').boundingBox();
  if (track === null) throw new Error('The progress bar is not shown');
  await page.mouse.click(track.x + track.width * share, track.y + track.height / 2);
  const standsAt = async () => (await readSound(page)).positionS / LENGTH_S;
  await expect.poll(standsAt, { timeout: 15_000 }).toBeCloseTo(share, 1);
}

const player = () => page.getByRole('region', { name: words.player });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a story goes on by a fresh link, where its link ended before it plays and each time while it plays', async () => {
  let refusals = 0;
  page.on('response', (answer) => {
    if (answer.url().includes('/v1/media/') && answer.status() === 403) refusals += 1;
  });
  server.advance(LINKS_END_MS);
  await choose('Le pont');
  const path = await readMediaPath(page, 'Le pont');
  await hears(page, path);
  expect(refusals).toBeGreaterThan(0);
  for (const share of [0.5, 0.9]) {
    refusals = 0;
    server.advance(LINKS_END_MS);
    await moveTo(share);
    await hears(page, path);
    expect((await readSound(page)).positionS / LENGTH_S).toBeCloseTo(share, 1);
    expect(refusals).toBeGreaterThan(0);
  }
  expect(await player().getByRole('alert').count()).toBe(0);
  await button(words.close).click();
});

test('the player has the waveform that the server stored, on a narrow phone and on the lock screen', async () => {
  await choose('Le pont');
  // It plays at once.
  await button(words.pause).click();
  const waveform = player().getByTestId('waveform');
  await waveform.waitFor();
  let heights: number[] = [];
  // Its bars come once its width is measured.
  const countBars = async () => {
    const path = (await waveform.locator('path').first().getAttribute('d')) ?? '';
    heights = [...path.matchAll(/v([\d.]+)/g)].map((found) => Number(found[1]));
    return heights.length;
  };
  await expect.poll(countBars).toBeGreaterThan(50);
  const half = Math.floor(heights.length / 2);
  expect(Math.max(...heights.slice(0, half - 1))).toBeLessThan(10);
  expect(Math.min(...heights.slice(half + 1))).toBeGreaterThan(40);
  await moveTo(0.5);
  const box = await waveform.boundingBox();
  const heard = waveform.locator('svg').nth(1).locator('..');
  await expect.poll(async () => ((await heard.boundingBox())?.width ?? 0) / (box?.width ?? 1)).toBeCloseTo(0.5, 1);

  const overflow = await player().evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const { x, width } = (await player().boundingBox()) ?? { x: -1, width: 0 };
  expect(x >= 0 && x + width <= 360).toBe(true);

  // The speed stays for the next story, in the one audio element.
  const named = () => page.evaluate(() => navigator.mediaSession.metadata?.title ?? null);
  await expect.poll(named).toBe('Le pont');
  await page.getByLabel(words.speed).selectOption({ label: words.times(1.5) });
  await choose('Le banc');
  await hasHeard(page, await readMediaPath(page, 'Le banc'));
  expect(await page.locator('audio').count()).toBe(1);
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
  expect(await page.getByLabel(words.speed).inputValue()).toBe('1.5');
  await expect.poll(named).toBe('Le banc');
  await button(words.close).click();
  await expect.poll(named).toBeNull();
});
