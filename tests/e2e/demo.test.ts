import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { DEMO_PARCOURS } from '../../server/demo/parcours.ts';
import { call } from '../support/api.ts';
import {
  closePhones,
  openBrowserWithMicrophone,
  openPhone,
  openPhoneWithoutMap,
  sharedBrowser,
} from '../support/browser.ts';
import { askForPosition, listenAtOnce, listenWithoutPosition, signUpAndDrop } from '../support/first-minute.ts';
import { DETAILED_MAP, startServer, type TestServer } from '../support/server.ts';
import { audioFixture, listOwn, listPlaces, mapReady, passWelcome, readSound } from './steps.ts';

/** On the other bank, where no place of the demo is near. */
const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const IN_A_ZONE: [number, number] = [2.34225, 48.85652];
const LYON: [number, number] = [4.8357, 45.764];

/** A phone whose browser asks for the position first; it draws no map, at half the work. */
const openAskingPhone: typeof openPhone = async (...parts) => {
  const phone = await openPhoneWithoutMap(...parts);
  await phone.addInitScript(askForPosition);
  return phone;
};

/** A phone whose position nobody has allowed: a browser without a screen then refuses it. */
const openRefusingPhone: typeof openPhone = (browser, origin, at) =>
  openPhoneWithoutMap(browser, origin, at, { permissions: [] });

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
    await page.getByRole('heading', { name: DEMO_PARCOURS.title, level: 1 }).waitFor();
    expect(await page.getByTestId('map').count(), 'the map behind the welcome, which covers it').toBe(0);
    for (const file of ['walk-screen', 'map-canvas', 'maplibre-gl-worker']) {
      await expect.poll(() => asked.some((path) => path.startsWith(`/assets/${file}-`))).toBe(true);
    }
    await passWelcome(page);
    await mapReady(page);
    const count = String(DEMO_PARCOURS.places.length);
    await page.locator(`[data-testid="map"][data-place-count="${count}"]`).waitFor();
  });

  it.each([
    ['who is there, by one tap and the question for the position', listenAtOnce, IN_A_ZONE, openAskingPhone, 1],
    ['who is far away, by one tap', listenAtOnce, LYON, openAskingPhone, 1],
    ['who refuses the position, by two taps', listenWithoutPosition, LYON, openRefusingPhone, 2],
  ] as const)('is heard by a guest %s', async (_, way, at, open, taps) => {
    const effort = { taps: 0, fields: 0 };
    const phone = await open(browser, server.origin, at);
    await way(await phone.newPage(), server.demo?.guestLink ?? 'no guest link', effort);
    expect(effort).toEqual({ taps, fields: 0 });
    await phone.close();
  });

  it('gets the first drop of who signs up by a link for it, in four taps from the welcome on', async () => {
    const [admin] = server.demo?.accounts ?? [];
    if (admin === undefined) throw new Error('The server made no demo accounts');
    const { token } = await call(server.origin, 'login', { body: admin });
    const [map] = await call(server.origin, 'listParcours', { query: {} }, token);
    if (map === undefined) throw new Error('The demo has no map');
    const { link } = await call(server.origin, 'createInvite', { body: { mapId: map.id, privilege: 'drop' } }, token);
    const effort = { taps: 0, fields: 0 };
    const hearing = await openBrowserWithMicrophone(audioFixture('conforming-mono.wav'));
    const phone = await openAskingPhone(hearing, server.origin, IN_A_ZONE, {
      permissions: ['geolocation', 'microphone'],
    });
    const author = await phone.newPage();
    await signUpAndDrop(author, link, effort);
    // Register, four fields, the terms and the button of the sign-up; the welcome's button, microphone, stop and save.
    expect(effort).toEqual({ taps: 11, fields: 4 });
    await expect.poll(async () => (await listOwn(author)).map(({ draft }) => draft)).toEqual([undefined]);
    await hearing.close();
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
