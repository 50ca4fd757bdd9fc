import { afterEach, expect, test } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { recordStrings } from '../../app/drops/record/record-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { DEMO_PARCOURS } from '../../server/demo/demo-parcours.ts';
import { drawNothing } from '../support/page/draw-nothing.ts';
import { closePhones, openPhoneRunning, refuseWebgl, sharedBrowser } from '../support/phone/browser.ts';
import { askForPosition, listenAtOnce, signUpAndDrop } from '../support/phone/first-minute.ts';
import { call } from '../support/server/api.ts';
import { makeInvite } from '../support/server/people.ts';
import { DETAILED_MAP } from '../support/server/server.ts';
import { useServer } from '../support/server/use-server.ts';
import { listOwn, mapReady, readSound } from './steps.ts';

const IN_A_ZONE: [number, number] = [2.34225, 48.85652];

const server = useServer({ DEMO: '1', ...DETAILED_MAP });
afterEach(closePhones);

/** A phone whose browser asks for the position first. */
const openAskingPhone = openPhoneRunning(askForPosition, refuseWebgl);
const openAskingPhoneWithMap = openPhoneRunning(askForPosition, drawNothing);
const guestLink = (): string => server.demo?.guestLink ?? 'no guest link';

async function logInAdmin(): Promise<{ readonly token: string; readonly parcoursId: ParcoursId }> {
  const [admin] = server.demo?.accounts ?? [];
  if (admin === undefined) throw new Error('The server made no demo accounts');
  const { token } = await call(server.origin, 'login', { body: admin });
  const [map] = await call(server.origin, 'listParcours', { query: {} }, token);
  if (map === undefined) throw new Error('The demo has no map');
  return { token, parcoursId: map.id };
}

test('the guest link leads anybody who is there to a story by one tap, and to the map, but to no converter', async () => {
  const effort = { taps: 0, fields: 0 };
  const phone = await openAskingPhoneWithMap(await sharedBrowser(), server.origin, IN_A_ZONE);
  const page = await phone.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await listenAtOnce(page, guestLink(), effort);
  expect(effort).toEqual({ taps: 1, fields: 0 });
  await mapReady(page);
  await page.locator(`[data-testid="map"][data-place-count="${DEMO_PARCOURS.places.length}"]`).waitFor();
  // The map on the network is out of reach.
  await page.getByText(mapStrings.fallback).waitFor();
  // A guest is offered nothing to drop.
  for (const name of [dropStrings.open, recordStrings.start])
    expect(await page.getByRole('button', { name }).count()).toBe(0);

  const [place] = DEMO_PARCOURS.places;
  if (place === undefined) throw new Error('The demo has no place');
  await page.getByRole('button', { name: mapStrings.placeList }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${place.name}`) })
    .click();
  await page.getByRole('region', { name: listenStrings.player }).getByText(place.name).waitFor();
  await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0.5);
  expect((await readSound(page)).durationS).toBeCloseTo(place.durationS, 0);
  expect(asked.filter((path) => /ffmpeg|transcode/.test(path))).toEqual([]);
});

test('who signs up by a link for it drops a recording in four taps from the welcome on', async () => {
  const { token, parcoursId } = await logInAdmin();
  const { link } = await makeInvite(server.origin, { token }, parcoursId, 'drop');
  const effort = { taps: 0, fields: 0 };
  const permissions = ['geolocation', 'microphone'];
  const phone = await openAskingPhone(await sharedBrowser(), server.origin, IN_A_ZONE, { permissions });
  const author = await phone.newPage();
  await signUpAndDrop(author, link, effort);
  // Register, four fields, the terms and the button of the sign-up; the welcome's button, microphone, stop and save.
  expect(effort).toEqual({ taps: 11, fields: 4 });
  await expect.poll(async () => (await listOwn(author)).map(({ draft }) => draft)).toEqual([undefined]);
});
