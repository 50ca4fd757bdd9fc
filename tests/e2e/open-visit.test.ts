import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { visitStrings } from '../../app/shell/visit-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { welcomeStrings } from '../../app/welcome/welcome-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { openWords } from '../../server/domain/open/open-words.ts';
import { call } from '../support/api.ts';
import { AS_PEOPLE_HAVE_IT, openPhoneRunning, refuseWebgl } from '../support/browser.ts';
import { downloadFromWelcome } from '../support/packs/steps.ts';
import { makeParcours, type Person, pointPlace, signUp, upload } from '../support/people.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { shiftTimestamps } from '../support/walker.ts';
import { toneOf } from '../support/wav-bytes.ts';
import { hears, mapScreenReady, moveTo, storyOf } from './steps.ts';

const words = openWords.fr;
const SLUG = 'les-quais';
/** Where the app begins: the page before it is the server's. */
const VISIT = `/p/${SLUG}?ecouter`;
/** 110 m from the bridge. */
const START: [number, number] = [2.3425, 48.8555];
const BRIDGE: [number, number] = [2.3425, 48.8565];
const LENGTH_S = 60;

const server = useServer();
const openPage = usePhones(server);
let owner: Person;
let mapId: ParcoursId;
let story: string;

beforeAll(async () => {
  owner = await signUp(server.origin, 'Dina');
  mapId = await makeParcours(server.origin, owner, 'Les quais');
  const { newPlace } = await call(
    server.origin,
    'createPlace',
    { body: pointPlace(mapId, 'Le pont', BRIDGE) },
    owner.token,
  );
  const { link } = await upload(server.origin, owner, newPlace.place_id, toneOf(330, LENGTH_S), { length: LENGTH_S });
  story = storyOf(server.origin + link);
  await setVisibility('catalogue');
});

async function setVisibility(visibility: 'catalogue' | null): Promise<void> {
  const body = { visibility, slug: SLUG } as never;
  await call(server.origin, 'updateOpening', { params: { mapId }, body }, owner.token);
}

/** The records of packs on the phone. */
function keptPacks(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const records = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url));
    return (await Promise.all(records)).flat().filter((url) => url.includes('/kept-packs/')).length;
  });
}

/** Begins on the page of the visit, walks to the bridge and hears its story. */
async function listen(page: Page, begin: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: 'Les quais' }).waitFor();
  await page.getByRole('button', { name: begin }).click();
  await mapScreenReady(page, 1);
  await moveTo(page, BRIDGE);
  await page.getByRole('region', { name: listenStrings.player }).getByText('Le pont').waitFor();
  await hears(page, story);
}

test('a phone without an account walks an open parcours, also off line, until it is closed', async () => {
  const open = openPhoneRunning(shiftTimestamps, refuseWebgl);
  const page = await openPage('/nowhere', { position: START, open, browser: AS_PEOPLE_HAVE_IT });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401 || response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  await page.goto(`/p/${SLUG}`);
  await page.getByRole('link', { name: words.listen, exact: true }).click();
  await listen(page, welcomeStrings.listen);
  // Nothing was asked for that needs an account, and no account was made.
  expect(refused).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.context().setGeolocation({ longitude: START[0], latitude: START[1], accuracy: 5 });
  await downloadFromWelcome(page, VISIT);
  // From now on the app's worker answers; the catalogue, and a frame, are the server's nevertheless.
  await page.goto('/catalogue?q=quais');
  await page.getByRole('link', { name: 'Les quais' }).first().waitFor();
  await page.goto(`/embed/${SLUG}`);
  await page.getByRole('link', { name: words.open }).waitFor();
  await page.context().setOffline(true);
  await page.goto(`/p/${SLUG}`);
  // Whether the phone had time to note what was heard is no matter of this way.
  await listen(page, /^(Continuer|Écouter)/);

  await page.context().setOffline(false);
  await setVisibility(null);
  await page.goto(VISIT);
  await page.getByRole('heading', { name: visitStrings.over }).waitFor();
  // Nothing of it stays on the phone.
  await expect.poll(() => keptPacks(page)).toBe(0);
  await page.context().setOffline(true);
  await page.goto(`/p/${SLUG}`);
  await page.getByText(visitStrings.failed).waitFor();
  await page.context().setOffline(false);
  await page.goto(VISIT);
  await page.getByRole('link', { name: visitStrings.login }).click();
  await page.waitForURL('**/login');
});
