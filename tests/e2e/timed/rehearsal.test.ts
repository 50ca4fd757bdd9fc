import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveBy } from '../../../app/state/position/metres.ts';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { walkStrings } from '../../../app/words/listen/walk.ts';
import { mapStrings } from '../../../app/words/map.ts';
import { mapPanes } from '../../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../../app/words/maps/panes.ts';
import { rehearsalStrings } from '../../../app/words/rehearsal.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { faultsOn } from '../../support/axe.ts';
import { closePhones, openPhone, sharedBrowser } from '../../support/browser.ts';
import { storedEvents } from '../../support/events.ts';
import { makeParcours, type Person, pointPlace, signUpAs, upload } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { loggedInStorage } from '../../support/use-phones.ts';
import { wavOf } from '../../support/wav-bytes.ts';
import { mapReady, openPane } from '../steps.ts';

const words = rehearsalStrings;
const START = { lng: 2.347, lat: 48.8555 };

/** The position so many metres east and north of where the way begins. */
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

describe('an editor at the desk', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let mapId: ParcoursId;
  const ids = new Map<string, PlaceId>();

  async function makeStory(author: Person, name: string, position: [number, number], lengthS: number): Promise<void> {
    const body = pointPlace(mapId, name, position);
    const { newPlace } = await call(server.origin, 'createPlace', { body }, author.token);
    ids.set(name, newPlace.place_id);
    const wav = new Blob([wavOf(new Int16Array(44_100 * lengthS))]);
    await upload(server.origin, author, newPlace.place_id, wav, { length: lengthS });
  }

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    const person = await signUpAs(server, 'Elia', 'editor');
    mapId = await makeParcours(server.origin, person, 'Le quai');
    await makeStory(person, 'La longue', at(100), 60);
    await makeStory(person, 'La brève', at(140), 5);
    await makeStory(person, 'La lointaine', at(200, 90), 5);
    const storageState = loggedInStorage(server.origin, person, { selectedParcours: `[${mapId}]` });
    const context = await openPhone(browser, server.origin, at(-2000), { storageState });
    page = await context.newPage();
    await page.goto('/home');
    await mapReady(page);
    await page.locator('[data-testid="map"][data-place-count="3"]').waitFor();
    await page.locator('[data-testid="map"][data-walker]').waitFor();
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: mapPanes.tools.editorTools }).click();
    await page.getByRole('switch', { name: mapPanes.tools.spoofer }).click();
    await openPane(page, paneStrings.map);
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const map = () => page.getByTestId('map');
  const panel = () => page.getByRole('region', { name: words.title });

  it('sees no position but the one set by a click, which selects nothing', async () => {
    await page.getByText(words.falseWaiting).waitFor();
    expect(await map().getAttribute('data-walker')).toBeNull();

    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'La longue' }).click();
    await page.locator(`[data-testid="map"][data-selected-place="${ids.get('La longue')}"]`).waitFor();
    await page.waitForFunction(() =>
      document.querySelector('[data-view]')?.getAttribute('data-view')?.endsWith(',17.0'),
    );
    // The middle of the map is the place now, and far from every control.
    const box = await map().boundingBox();
    if (box === null) throw new Error('The map has no box');
    await page.mouse.click(box.x + box.width / 2 + 60, box.y + box.height / 2);
    await page.locator('[data-testid="map"][data-walker][data-walker-false]').waitFor();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect
      .poll(async () => (await map().getAttribute('data-walker'))?.split(',').map((part) => Number(part).toFixed(4)))
      .toEqual(at(100).map((part) => part.toFixed(4)));
    // The list chose it, and no click since changed that.
    expect(await map().getAttribute('data-selected-place')).toBe(String(ids.get('La longue')));
    await page.getByRole('button', { name: words.falsePosition }).waitFor();
    expect(await faultsOn(page)).toEqual([]);
  });

  it("is taken by 'sur place' to the nearest place at once, and by the arrow keys from there", async () => {
    await page.getByRole('button', { name: walkStrings.start }).click();
    await page.getByRole('region', { name: listenStrings.player }).getByText('La longue').waitFor();
    const before = Number((await map().getAttribute('data-walker'))?.split(',')[0]);
    await page.getByRole('button', { name: words.falsePosition }).press('Shift+ArrowRight');
    await page.getByRole('button', { name: words.falsePosition }).press('Shift+ArrowRight');
    await page.locator(`[data-testid="map"][data-selected-place="${ids.get('La brève')}"]`).waitFor();
    const after = Number((await map().getAttribute('data-walker'))?.split(',')[0]);
    expect(after).toBeGreaterThan(before);
    await page.getByRole('button', { name: walkStrings.stop }).click();
  });

  it('rehearses a GPX track: what starts, what is cut, what is never reached', async () => {
    await page.getByRole('button', { name: words.open, exact: true }).click();
    await panel()
      .getByLabel(words.import)
      .setInputFiles({
        name: 'quai.gpx',
        mimeType: 'application/gpx+xml',
        buffer: Buffer.from(GPX),
      });
    await panel().getByText('Le tour du quai').first().waitFor();
    await panel().getByText(words.summary(2, 3)).waitFor();
    await panel().getByText(words.cutCount(1)).waitFor();
    await panel().getByText('Le tour du quai').first().click();
    await panel()
      .getByRole('radio', { name: words.noiseValue(0), exact: true })
      .click();
    const entries = panel().getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(3);
    const [long, brief, far] = await entries.allTextContents();
    expect(long).toContain('La longue');
    expect(long).toMatch(/Coupée après 0:\d\d par «\u00a0La brève\u00a0»/);
    expect(brief).toContain('La brève');
    expect(far).toContain('La lointaine');
    expect(far).toMatch(/Le trajet passe à (8\d|9\d)\u00a0m/);
    expect(await map().getAttribute('data-track-points')).toBe('3');
    expect(await faultsOn(page)).toEqual([]);
  });

  it('plays it, scrubs it, and goes to an entry', async () => {
    const slider = panel().getByRole('slider', { name: words.moment });
    const moment = async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));
    const pace = (factor: number) => panel().getByRole('radio', { name: words.factorValue(factor), exact: true });
    // Faster, a story is over before somebody who looks now and then has seen it.
    await pace(5).click();
    await panel().getByRole('button', { name: words.play }).click();
    await panel().getByText(words.sounds('La longue')).waitFor({ timeout: 60_000 });
    await pace(60).click();
    await panel().getByRole('button', { name: words.play }).waitFor();
    const endS = await moment();
    expect(endS).toBeGreaterThan(225);
    await slider.press('Home');
    expect(await moment()).toBe(0);
    await panel().getByText(words.silence).waitFor();
    await panel()
      .getByRole('button', { name: /La brève.*départ/ })
      .click();
    await panel().getByText(words.sounds('La brève')).waitFor();
    expect(await moment()).toBeGreaterThan(50);
  });

  it('refuses what is no GPX, and draws a way by hand', async () => {
    await panel().getByRole('button', { name: words.clear }).click();
    await panel()
      .getByLabel(words.import)
      .setInputFiles({
        name: 'broken.gpx',
        mimeType: 'application/gpx+xml',
        buffer: Buffer.from('<gpx><trk>'),
      });
    await panel().getByRole('alert').getByText(words.faults['not-xml']).waitFor();
    const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0;
    const before = await heightOf(map());
    await panel().getByRole('button', { name: words.draw }).click();
    // The map grows beside the panel, which is low now; what it has not grown to hears no click.
    await expect.poll(() => heightOf(map())).toBeGreaterThan(before);
    await panel().getByRole('button', { name: words.addCentre }).waitFor();
    const [drawn, grown] = [page.locator('canvas.maplibregl-canvas'), await heightOf(map())];
    await expect.poll(() => heightOf(drawn)).toBe(grown);
    const box = await map().boundingBox();
    if (box === null) throw new Error('The map has no box');
    const corners = [
      [80, 0],
      [240, 20],
      [200, 60],
    ] as const;
    for (const [index, [x, y]] of corners.entries()) {
      await page.mouse.click(box.x + x, box.y + box.height / 2 + y);
      await panel()
        .getByText(words.points(index + 1))
        .waitFor();
    }
    await panel().getByRole('button', { name: words.undo }).click();
    await panel().getByText(words.points(2)).waitFor();
    await panel().getByRole('button', { name: words.addCentre }).click();
    await panel().getByRole('button', { name: words.done }).click();
    await panel().getByText(words.drawn).first().waitFor();
    await panel().getByTestId('rehearsal-summary').waitFor();
  });

  it('leaves nothing behind: the real position is back, and no false one was told to the server', async () => {
    await panel().getByRole('button', { name: words.close }).click();
    await panel().waitFor({ state: 'detached' });
    expect(await map().getAttribute('data-track-points')).toBeNull();
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: mapPanes.tools.spoofer }).click();
    await openPane(page, paneStrings.map);
    await page.locator(`[data-testid="map"][data-walker="${at(-2000).join()}"]:not([data-walker-false])`).waitFor();
    // What waits is sent when the page is hidden, at the latest.
    await page.close({ runBeforeUnload: true });
    const told = (await storedEvents(server.dataDir)).map(({ name }) => name);
    expect(told).not.toContain('User Entered Geometry');
  });
});
