import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { DEMO_PARCOURS } from '../../server/demo/parcours.ts';
import { closePhones, openPhone, sharedBrowser } from '../support/browser.ts';
import { DETAILED_MAP, startServer, type TestServer } from '../support/server.ts';
import { listPlaces, mapReady, readSound } from './steps.ts';

/** On the other bank, where no place of the demo is near. */
const OTHER_BANK: [number, number] = [2.3425, 48.8595];

describe('the demo', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    server = await startServer({ DEMO: '1', RENDITIONS: '1', ...DETAILED_MAP });
    browser = await sharedBrowser();
    page = await (await openPhone(browser, server.origin, OTHER_BANK)).newPage();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  it('lets anybody in by the guest link that the server prints', async () => {
    await page.goto(server.demo?.guestLink ?? 'no guest link');
    await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
    await page.getByText(DEMO_PARCOURS.title).first().waitFor();
    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await mapReady(page);
    const count = String(DEMO_PARCOURS.places.length);
    await page.locator(`[data-testid="map"][data-place-count="${count}"]`).waitFor();
  });

  it('shows its own map, and says so, when the one on the network is out of reach', async () => {
    await page.getByText(mapStrings.fallback).waitFor();
  });

  it('plays a story that is chosen from the list of places', async () => {
    const [place] = DEMO_PARCOURS.places;
    if (place === undefined) throw new Error('The demo has no place');
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: place.name }).click();
    const player = page.getByRole('region', { name: listenStrings.player });
    await player.getByText(place.name).waitFor();
    await player.getByRole('button', { name: listenStrings.play }).click();
    await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0.5);
    expect((await readSound(page)).durationS).toBeCloseTo(place.durationS, 0);
  });

  it('loads nothing of the converter for somebody who listens', () => {
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((path) => /ffmpeg|transcode/.test(path))).toEqual([]);
  });

  it('gets light copies of its stories, as everybody’s recordings do', async () => {
    const ready = async () => (await listPlaces(page)).filter(({ media }) => media?.data.rendition != null).length;
    await expect.poll(ready, { timeout: 15_000 }).toBeGreaterThan(0);
  });

  it('offers a guest nothing to drop', async () => {
    expect(await page.getByRole('button', { name: dropStrings.open }).count()).toBe(0);
  });
});
