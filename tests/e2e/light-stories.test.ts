import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { call } from '../support/api.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { makeParcours, pointPlace, signUp, upload } from '../support/people.ts';
import { speechClip, wavOfClip } from '../support/renditions/clips.ts';
import { renditionMade } from '../support/renditions/made.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { mapScreenReady, readSound } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const CLIP = speechClip(6, 5);

describe('somebody who listens', () => {
  let server: TestServer;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    server = await startServer({ RENDITIONS: '1' });
    const { origin } = server;
    const author = await signUp(origin, 'Ana');
    const mapId = await makeParcours(origin, author);
    const { newPlace } = await call(origin, 'createPlace', { body: pointPlace(mapId, 'Le pont', QUAY) }, author.token);
    const placeId = newPlace.place_id;
    await upload(origin, author, placeId, wavOfClip(CLIP), { length: CLIP.durationS });
    await renditionMade(origin, author, placeId);
    const storageState = loggedInStorage(origin, author, { selectedParcours: JSON.stringify([mapId]) });
    page = await (await openPhoneWithoutMap(await sharedBrowser(), origin, QUAY, { storageState })).newPage();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  it('downloads the rendition and not the master, and sees the master’s length', async () => {
    await page.goto('/home');
    await mapScreenReady(page);
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Le pont' }).click();
    const player = page.getByRole('region', { name: listenStrings.player });
    await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0.5);
    expect((await readSound(page)).durationS).toBeCloseTo(CLIP.durationS, 1);
    const seek = player.getByRole('slider', { name: listenStrings.seek });
    expect(Number(await seek.getAttribute('aria-valuemax'))).toBeCloseTo(CLIP.durationS, 3);
    await seek.press('End');
    await expect.poll(async () => (await readSound(page)).playing).toBe(false);
    expect(asked.filter((path) => path.endsWith('.m4a'))).not.toEqual([]);
    expect(asked.filter((path) => path.endsWith('.wav'))).toEqual([]);
  });
});
