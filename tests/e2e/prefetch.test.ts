import { expect, test } from 'vitest';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, pointPlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hears, mapScreenReady, moveTo, readMediaPath, readSound, storyOf } from './steps.ts';

const START: [number, number] = [2.3425, 48.8565];
/** 55 m to the north. */
const BRIDGE: [number, number] = [2.3425, 48.857];
const LENGTH_S = 20;

const server = useServer();
const openPage = usePhones(server);

test('a walk fetches the story near by ahead, once, and plays it without any network', async () => {
  const person = await signUp(server.origin, 'Dina');
  const quays = await makeParcours(server.origin, person, 'Les quais');
  const make = async (name: string, at: [number, number], hz: number): Promise<void> => {
    const { newPlace } = await call(server.origin, 'createPlace', { body: pointPlace(quays, name, at) }, person.token);
    await upload(server.origin, person, newPlace.place_id, toneOf(hz, LENGTH_S), { length: LENGTH_S });
  };
  await make('Le pont', BRIDGE, 330);
  await make('La gare', [2.36, 48.86], 440);
  // No walker without time: the jump to the bridge is a real one, which the app doubts for some seconds.
  const page = await openPage('about:blank', {
    person,
    position: START,
    stored: { selectedParcours: JSON.stringify([quays]) },
  });
  /** Path and range of each request for audio, and whether it has ended. */
  const audio: { readonly path: string; readonly range: string | undefined; done: boolean }[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('.wav')) return;
    audio.push({ path: storyOf(request.url()), range: request.headers().range, done: false });
  });
  page.on('requestfinished', (request) => {
    const asked = { path: storyOf(request.url()), range: request.headers().range };
    for (const entry of audio) if (entry.path === asked.path && entry.range === asked.range) entry.done = true;
  });
  await page.goto('/home');
  await mapScreenReady(page, 2);
  await moveTo(page, START);
  await moveTo(page, [START[0], START[1] + 0.0001]);
  expect(audio).toEqual([]);

  await page.getByRole('button', { name: walkStrings.start }).click();
  const path = await readMediaPath(page, 'Le pont');
  const once = [{ path, range: undefined, done: true }];
  await expect.poll(() => audio, { timeout: 20_000 }).toEqual(once);
  await page.context().setOffline(true);
  await moveTo(page, BRIDGE);
  await hears(page, path);
  // As far from what any other request would have brought as it can be.
  await page.getByRole('slider', { name: listenStrings.seek }).press('End');
  await expect.poll(async () => (await readSound(page)).positionS).toBe(0);
  expect(audio).toEqual(once);
});
