import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTOPLAY_DELAY_MS } from '../../../app/state/walk/story-delays.ts';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { walkStrings } from '../../../app/words/listen/walk.ts';
import { mapStrings } from '../../../app/words/map.ts';
import { DEMO_PARCOURS } from '../../../server/demo/parcours.ts';
import { closePhones, sharedBrowser } from '../../support/browser.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { openWalkerWithoutMap } from '../../support/walker.ts';
import { hears, mapScreenReady, moveTo, passWelcome, readMediaPath, readSound, storyOf } from '../steps.ts';

/** On the other bank, where no place of the demo is near. */
const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const ZONE = { name: 'Place Dauphine', inside: [2.3425, 48.8565] as [number, number] };
const POINT = { name: 'Sainte-Chapelle', at: [2.34497, 48.85542] as [number, number] };
/** Longer than any media link is good for, shorter than a token. */
const LINKS_END_MS = 9 * 3600 * 1000;

describe('a walk through the demo', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await sharedBrowser();
    const phone = await openWalkerWithoutMap(browser, server.origin, OTHER_BANK);
    await phone.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', saveData: false } });
    });
    page = await phone.newPage();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(server.demo?.guestLink ?? 'no guest link');
    await passWelcome(page);
    await mapScreenReady(page, DEMO_PARCOURS.places.length);
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const player = () => page.getByRole('region', { name: listenStrings.player });

  async function standsAt(place: string, position: [number, number]): Promise<void> {
    await moveTo(page, position);
    await player().getByText(place).waitFor();
  }

  async function hearTheEnd(): Promise<void> {
    await player().getByRole('slider', { name: listenStrings.seek }).press('End');
    await expect.poll(async () => (await readSound(page)).playing, { timeout: 10_000 }).toBe(false);
  }

  /** Timers fire in order: a start that the app planned when the story became ready has begun when this one fires. */
  async function autoplayHasDecided(): Promise<void> {
    await page.locator('[data-phase="ready"], [data-phase="playing"]').waitFor();
    await page.evaluate((delayMs) => new Promise((fired) => setTimeout(fired, delayMs)), AUTOPLAY_DELAY_MS);
  }

  it('plays a zone and a point as they are reached, and nothing again on the way back', async () => {
    const started = await collectStarts(page);
    const zone = await readMediaPath(page, ZONE.name);
    const point = await readMediaPath(page, POINT.name);
    await page.getByRole('button', { name: walkStrings.start }).click();

    await standsAt(ZONE.name, ZONE.inside);
    await hears(page, zone);
    await player().getByText(listenStrings.inside).waitFor();
    await hearTheEnd();
    await standsAt(POINT.name, POINT.at);
    await hears(page, point);
    await hearTheEnd();

    await standsAt(ZONE.name, ZONE.inside);
    await autoplayHasDecided();
    await standsAt(POINT.name, POINT.at);
    await autoplayHasDecided();
    expect(await started()).toEqual([zone, point]);
    await page.getByRole('button', { name: walkStrings.stop }).click();
  });

  it('fetches nothing of the converter, however good the line is', () => {
    expect(asked.filter((path) => path.startsWith('/v1/media/'))).not.toEqual([]);
    expect(asked.filter((path) => /ffmpeg|transcode/.test(path))).toEqual([]);
  });

  it('plays a story whose link ended hours ago, without a word', async () => {
    // The last one lies at the island's other end: what the walk came near was fetched ahead, and needs no link.
    const place = DEMO_PARCOURS.places.at(-1);
    if (place === undefined) throw new Error('The demo has no places');
    const refused: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/v1/media/') && answer.status() === 403) refused.push(answer.status());
    });
    server.advance(LINKS_END_MS);
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: place.name }).click();
    await hears(page, await readMediaPath(page, place.name));
    expect(refused).not.toEqual([]);
    expect(await player().getByRole('alert').count()).toBe(0);
  });
});

/** Notes each story that begins to play from now on; silence that only unlocks the player is none. */
async function collectStarts(page: Page): Promise<() => Promise<string[]>> {
  const urls = await page.evaluateHandle(() => {
    const heard: string[] = [];
    const note = ({ target }: Event): void => {
      const { link } = (target as HTMLAudioElement).dataset;
      if (link !== undefined) heard.push(new URL(link, document.baseURI).href);
    };
    // Media events do not bubble, but they are captured.
    document.addEventListener('play', note, { capture: true });
    return heard;
  });
  return async () => (await urls.jsonValue()).map(storyOf);
}
