import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { paneStrings, parcoursPanes } from '../../app/parcours/panes-words.ts';
import { moveBy } from '../../app/position/coordinates.ts';
import { rehearsalStrings } from '../../app/rehearsal/rehearsal-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { faultsOn } from '../support/accessibility/page-faults.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { storedEvents } from '../support/database/kept-data.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, pointPlace, signUpAs, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { mapReady, openPane } from './steps.ts';

const words = rehearsalStrings;
const START = { lng: 2.347, lat: 48.8555 };

/** The position at this distance, in metres east and north, from where the way begins. */
function at(eastM: number, northM = 0): [number, number] {
  const { lng, lat } = moveBy(START, [eastM, northM]);
  return [lng, lat];
}

const GPX = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Garmin Connect" xmlns="http://www.topografix.com/GPX/1/1">
  <trk><name>Le tour du quai</name><trkseg>
    ${[at(0), at(150), at(300)].map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"><ele>34.2</ele></trkpt>`).join('')}
  </trkseg></trk>
</gpx>`;

const server = useServer();
const openPage = usePhones(server);
let person: Person;
let parcoursId: ParcoursId;
let page: Page;
const ids = new Map<string, PlaceId>();

beforeAll(async () => {
  person = await signUpAs(server, 'Elia', 'editor');
  parcoursId = await makeParcours(server.origin, person, 'Le quai');
  await makeStory('La longue', at(100), 60);
  await makeStory('La brève', at(140), 5);
  await makeStory('La lointaine', at(200, 90), 5);
});

async function makeStory(name: string, position: [number, number], lengthS: number): Promise<void> {
  const body = pointPlace(parcoursId, name, position);
  const { newPlace } = await call(server.origin, 'createPlace', { body }, person.token);
  ids.set(name, newPlace.place_id);
  const wav = new Blob([wavOf(new Int16Array(44_100 * lengthS))]);
  await upload(server.origin, person, newPlace.place_id, wav, { length: lengthS });
}

const map = () => page.getByTestId('map');
const panel = () => page.getByRole('region', { name: words.title });
const boxOfMap = async () => {
  const box = await map().boundingBox();
  if (box === null) throw new Error('The map has no box');
  return box;
};
const selects = (name: string) => page.locator(`[data-testid="map"][data-selected-place="${ids.get(name)}"]`).waitFor();
async function switchTools(...names: readonly string[]): Promise<void> {
  await openPane(page, paneStrings.settings);
  for (const name of names) await page.getByRole('switch', { name }).click();
  await openPane(page, paneStrings.map);
}

test('an editor at the desk stands where they click, rehearses a GPX track and a way drawn on the map, and tells nobody', async () => {
  page = await openPage('/home', {
    person,
    position: at(-2000),
    hasMaps: true,
    stored: { selectedParcours: `[${parcoursId}]` },
  });
  await mapReady(page);
  await page.locator('[data-testid="map"][data-place-count="3"][data-walker]').waitFor();
  await switchTools(parcoursPanes.tools.editorTools, parcoursPanes.tools.spoofer);
  await page.getByText(words.falseWaiting).waitFor();
  await expect.poll(() => map().getAttribute('data-walker')).toBeNull();

  // A click sets the position, and selects nothing.
  await page.getByRole('button', { name: mapStrings.placeList }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'La longue' }).click();
  await selects('La longue');
  await page.waitForFunction(() => document.querySelector('[data-view]')?.getAttribute('data-view')?.endsWith(',17.0'));
  // The middle of the map is the place now, and far from every control.
  const box = await boxOfMap();
  await page.mouse.click(box.x + box.width / 2 + 60, box.y + box.height / 2);
  await page.locator('[data-testid="map"][data-walker][data-walker-false]').waitFor();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const standsAt = async () =>
    (await map().getAttribute('data-walker'))?.split(',').map((part) => Number(part).toFixed(4));
  await expect.poll(standsAt).toEqual(at(100).map((part) => part.toFixed(4)));
  // The list chose it, and no click since changed that.
  await selects('La longue');
  expect(await faultsOn(page)).toEqual([]);

  // 'Sur place' takes them to the nearest place at once, and the arrow keys on from there.
  await page.getByRole('button', { name: walkStrings.start }).click();
  await page.getByRole('region', { name: listenStrings.player }).getByText('La longue').waitFor();
  for (let step = 0; step < 2; step++)
    await page.getByRole('button', { name: words.falsePosition }).press('Shift+ArrowRight');
  await selects('La brève');
  await page.getByRole('button', { name: walkStrings.stop }).click();

  await page.getByRole('button', { name: words.open, exact: true }).click();
  const file = { name: 'quai.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(GPX) };
  await panel().getByLabel(words.import).setInputFiles(file);
  await panel().getByText(words.summary(1, 3)).waitFor();
  await expect.poll(() => map().getAttribute('data-track-points')).toBe('3');

  await panel().getByText('Le tour du quai').first().click();
  await panel().getByRole('button', { name: words.clear }).click();
  const before = (await boxOfMap()).height;
  await panel().getByRole('button', { name: words.draw }).click();
  // The map grows beside the panel, which is low now; what it has not grown to hears no click.
  await expect.poll(async () => (await boxOfMap()).height).toBeGreaterThan(before);
  const grown = await boxOfMap();
  const drawn = page.locator('canvas.maplibregl-canvas');
  await expect.poll(async () => (await drawn.boundingBox())?.height).toBe(grown.height);
  for (const [index, x] of [80, 240].entries()) {
    await page.mouse.click(grown.x + x, grown.y + grown.height / 2);
    await panel()
      .getByText(words.points(index + 1))
      .waitFor();
  }
  await panel().getByRole('button', { name: words.done }).click();
  await panel().getByText(words.drawn).first().waitFor();
  await panel().getByTestId('rehearsal-summary').waitFor();

  // Nothing is left: the real position is back, and no false one was told to the server.
  await panel().getByRole('button', { name: words.close }).click();
  await panel().waitFor({ state: 'detached' });
  await expect.poll(() => map().getAttribute('data-track-points')).toBeNull();
  await switchTools(parcoursPanes.tools.spoofer);
  await page.locator(`[data-testid="map"][data-walker="${at(-2000).join()}"]:not([data-walker-false])`).waitFor();
  // What waits is sent when the page is hidden, at the latest.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('waitingEvents'))).toBeNull();
  expect(await storedEvents(server.dataDir)).toEqual([]);
});
