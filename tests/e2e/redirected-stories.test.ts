import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { downloadFromRow } from '../support/packs/steps.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { speechClip, wavOfClip } from '../support/renditions/clips.ts';
import { renditionMade } from '../support/renditions/made.ts';
import { type S3Server, startS3 } from '../support/s3/s3-servers.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, pointPlace, signUp, upload } from '../support/server/people.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { mapScreenReady, readSound, visit } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const CLIP = speechClip(6, 5);
const TITLE = 'Les quais';

let s3: S3Server;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3();
  server = await startServer({ RENDITIONS: '1', MEDIA_REDIRECT: '1', ...s3.environment('') });
});
afterAll(async () => {
  await closePhones();
  await server?.stop();
  await s3?.stop();
});

test('somebody who is sent to a bucket for audio hears the rendition from there, and takes a pack from there', async () => {
  const { origin } = server;
  const author = await signUp(origin, 'Ana');
  const parcoursId = await makeParcours(origin, author, TITLE);
  const { newPlace } = await call(
    origin,
    'createPlace',
    { body: pointPlace(parcoursId, 'Le pont', QUAY) },
    author.token,
  );
  await upload(origin, author, newPlace.place_id, wavOfClip(CLIP), { length: CLIP.durationS });
  await renditionMade(origin, author, newPlace.place_id);

  const phone = await openPhoneWithoutMap(await sharedBrowser(), origin, QUAY, {
    storageState: loggedInStorage(origin, author, { selectedParcours: JSON.stringify([parcoursId]) }),
  });
  const refused: string[] = [];
  phone.on('console', (message) => {
    if (/Content Security Policy|CORS/.test(message.text())) refused.push(message.text());
  });
  const page = await phone.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const fromBucket: { readonly path: string; readonly status: number }[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === s3.settings.origin) fromBucket.push({ path: pathname, status: response.status() });
  });
  await page.goto('/home');
  await mapScreenReady(page, 1);
  await page.getByRole('button', { name: mapStrings.placeList }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Le pont' }).click();
  await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0.5);
  // As long as the master, which nobody downloads.
  expect((await readSound(page)).durationS).toBeCloseTo(CLIP.durationS, 1);
  const seek = page
    .getByRole('region', { name: listenStrings.player })
    .getByRole('slider', { name: listenStrings.seek });
  expect(Number(await seek.getAttribute('aria-valuemax'))).toBeCloseTo(CLIP.durationS, 3);
  await seek.press('End');
  await expect.poll(async () => (await readSound(page)).playing).toBe(false);
  const stories = fromBucket.filter(({ path }) => path.endsWith('.m4a'));
  expect(stories.map(({ status }) => status)).toEqual(stories.map(() => 206));
  expect(stories).not.toEqual([]);
  expect(asked.filter((path) => path.endsWith('.wav'))).toEqual([]);

  await visit(page, '/home/parcours');
  await downloadFromRow(page, TITLE);
  expect(fromBucket.map(({ path }) => path.slice(-4))).toEqual(expect.arrayContaining(['.m4a', '.dat']));
  expect(refused).toEqual([]);
});
