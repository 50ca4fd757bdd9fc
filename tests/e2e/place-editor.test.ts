import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { outboxStrings } from '../../app/drops/outbox/outbox-words.ts';
import { editorStrings } from '../../app/editor/editor-words.ts';
import { paneStrings, parcoursPanes } from '../../app/parcours/panes-words.ts';
import { FIRST_FIX_ZOOM, PLACE_ZOOM } from '../../app/platform/map/projection.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { drawNothing } from '../support/page/draw-nothing.ts';
import { closePhones, openPhoneRunning, PHONE, sharedBrowser } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { addMember, makeParcours, type Person, signUp, signUpAs } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { audioFixture, listPlaces, mapReady, openPane } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** As small as a desktop's window may be with room for a zone, since software draws each of its pixels. */
const DESKTOP = { width: 900, height: 800 };
const words = editorStrings;
const tools = parcoursPanes.tools;

/** One page, drawn once: each test continues where the one before ended. */
describe('the place editor', () => {
  const server = useServer();
  let ana: Person;
  let ben: Person;
  let parcoursId: ParcoursId;
  let page: Page;

  beforeAll(async () => {
    ana = await signUpAs(server, 'Ana', 'editor');
    ben = await signUp(server.origin, 'Ben');
    parcoursId = await makeParcours(server.origin, ana, 'Le quai');
    await addMember(server.origin, ana, parcoursId, ben, 'guest');
    const properties = { appelation: 'Le pré', type: 'Ici' as const, mapId: parcoursId };
    const body = { type: 'Feature' as const, geometry: squareAround(QUAY), properties };
    await call(server.origin, 'createPlace', { body }, ana.token);
    const storageState = loggedInStorage(server.origin, ana, { selectedParcours: JSON.stringify([parcoursId]) });
    const openIt = openPhoneRunning(beWellConnected, drawNothing);
    page = await (await openIt(await sharedBrowser(), server.origin, QUAY, { storageState })).newPage();
    await page.goto('/home');
    await mapReady(page);
  });
  afterAll(closePhones);

  const panel = () => page.getByRole('region', { name: words.label });
  const button = (name: string) => panel().getByRole('button', { name, exact: true });
  const rows = (count: number) => panel().getByRole('heading', { name: words.heading(count) });
  const choose = (name: string) => panel().getByLabel(words.upload).setInputFiles(audioFixture(name));
  const placesNamed = async (name: string): Promise<Place[]> =>
    (await listPlaces(page)).filter(({ appelation }) => appelation === name);
  /** Address of a place's audio, without the signature. */
  const link = async (name: string): Promise<string | undefined> =>
    (await placesNamed(name))[0]?.media?.data.link.split('?')[0];

  /** A file dropped on the editor's field, as from the desktop. */
  async function dropFile(name: string, type: string): Promise<void> {
    const bytes = await readFile(audioFixture(name), 'base64');
    const transfer = await page.evaluateHandle(
      ([content, fileName, mime]) => {
        const data = new DataTransfer();
        const decoded = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        data.items.add(new File([decoded], fileName, { type: mime }));
        return data;
      },
      [bytes, name, type] as const,
    );
    // Its words change while something is dragged over it.
    const field = await button(words.upload).elementHandle();
    for (const event of ['dragenter', 'dragover', 'drop'])
      await field?.dispatchEvent(event, { dataTransfer: transfer });
  }

  /** Where a position is on the screen, once the map has come to rest at this zoom; its middle is that of what the panel leaves. */
  async function onScreen([lng, lat]: readonly [number, number], zoom: number): Promise<[number, number]> {
    const map = await page.getByTestId('map').boundingBox();
    const box = await panel().boundingBox();
    if (map === null || box === null) throw new Error('Got no map and no panel');
    const isBelow = box.width > map.width * 0.7;
    const x = isBelow ? map.width / 2 : (map.width + box.x + box.width) / 2;
    const y = (map.y + (isBelow ? box.y : map.y + map.height)) / 2;
    const view = page.locator(`[data-view$=",${zoom.toFixed(1)}"]`);
    await view.waitFor();
    await page.waitForFunction(() => {
      const { view, drawnView } = document.querySelector<HTMLElement>('[data-view]')?.dataset ?? {};
      return view === drawnView;
    });
    const [atLng = 0, atLat = 0] = ((await view.getAttribute('data-view')) ?? '').split(',').map(Number);
    const pxPerDeg = (512 * 2 ** zoom) / 360;
    const stretch = 1 / Math.cos((QUAY[1] * Math.PI) / 180);
    return [x + (lng - atLng) * pxPerDeg, y - (lat - atLat) * pxPerDeg * stretch];
  }

  it('works by touch on a phone: a place is chosen and a zone put with the map in sight, with audio by drop, which others see', async () => {
    const engine = () => page.evaluate(async () => (await (await caches.open('converter')).keys()).length);
    expect(await engine()).toBe(0);
    await openPane(page, paneStrings.settings);
    for (const name of [tools.editorTools, tools.drawTools]) await page.getByRole('switch', { name }).click();
    await openPane(page, paneStrings.map);
    await page.locator('[data-draw-ready="true"]').waitFor();
    // The converter begins to come when an author opens the editor: no file waits for it then.
    await expect.poll(engine, { timeout: 30_000 }).toBe(1);

    await page.touchscreen.tap(...(await onScreen(QUAY, FIRST_FIX_ZOOM)));
    await expect.poll(() => panel().getByLabel(words.title).inputValue()).toBe('Le pré');
    expect((await panel().boundingBox())?.y).toBeGreaterThan(PHONE.height * 0.35);
    await button(words.backToList).click();
    await button(words.drawing.polygon).click();
    for (const [x, y] of TRIANGLE) await page.touchscreen.tap(x, y);
    await button(words.drawing.finish).click();
    await panel().getByText(words.noAudioYet).waitFor();
    await button(words.editShape).click();
    await button(words.stopEditingShape).click();
    await dropFile('conforming-mono.wav', 'audio/wav');
    await button(dropStrings.play).waitFor();
    await panel().getByLabel(words.title).fill('  Le parvis ');
    await button(words.save).click();
    await rows(2).waitFor();
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, ben.token);
    expect(places).toContainEqual(
      expect.objectContaining({
        appelation: 'Le parvis',
        feature: expect.objectContaining({ type: 'Polygon' }),
        media: expect.objectContaining({ data: expect.anything() }),
      }),
    );
  });

  it('changes the shape of a zone whose vertex is dragged on a desktop', async () => {
    await page.setViewportSize(DESKTOP);
    await panel().getByRole('button', { name: 'Le pré' }).click();
    await button(words.editShape).click();
    await button(words.stopEditingShape).waitFor();
    const [x, y] = await onScreen([QUAY[0] + 0.0005, QUAY[1] + 0.0005], PLACE_ZOOM);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 30, { steps: 5 });
    await page.mouse.up();
    await button(words.save).click();
    await rows(2).waitFor();
    const [changed] = await placesNamed('Le pré');
    if (changed?.feature.type !== 'Polygon') throw new Error('Got no zone');
    const lngs = changed.feature.coordinates.flat().map(([lng]) => lng);
    expect(lngs).toHaveLength(5);
    expect(Math.max(...lngs)).toBeGreaterThan(QUAY[0] + 0.0005);
  });

  /** Draws a point by a click in the upper half of the map, where no message covers it, and gives it a title. */
  async function drawPoint(x: number, y: number, title: string): Promise<void> {
    await button(words.drawing.point).click();
    await button(words.drawing.addPoint).waitFor();
    await page.mouse.click(x, y);
    await panel().getByText(words.noAudioYet).waitFor();
    await panel().getByLabel(words.title).fill(title);
  }

  it('waits in the outbox with its audio without a network, and is replaced after a question', async () => {
    await drawPoint(600, 250, 'Le banc');
    await page.context().setOffline(true);
    await choose('conforming-mono.wav');
    await page.getByText(outboxStrings.queued).waitFor();
    await page.getByText(outboxStrings.count(1)).waitFor();
    await page.context().setOffline(false);
    // The place is made before its audio is sent.
    await page.locator('[data-outbox-count="0"]').waitFor({ state: 'attached', timeout: 60_000 });
    const places = await placesNamed('Le banc');
    expect(places).toHaveLength(1);
    const before = await link('Le banc');
    expect(before).toBeDefined();
    await panel().getByRole('button', { name: 'Le banc' }).click();
    await button(dropStrings.play).waitFor();
    const question = page.getByRole('dialog', { name: words.replaceTitle });
    await choose('conforming-stereo.wav');
    await question.getByRole('button', { name: words.replace, exact: true }).click();
    // Its notice may still be the one of the first audio.
    await expect.poll(() => link('Le banc')).not.toBe(before);
    expect(await placesNamed('Le banc')).toMatchObject([{ id: places[0]?.id }]);
    await button(words.backToList).click();

    await drawPoint(700, 330, 'Le muet');
    await page.route('**/v1/drop/upload', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, media_data: { ...body.media_data, link: '' } } });
    });
    await choose('conforming-mono.wav');
    await panel().getByRole('alert').getByText(words.faults['no-audio-url']).waitFor();
    await page.unroute('**/v1/drop/upload');
    await button(words.backToList).click();
  });
});

/** Corners of a zone on a phone, above the panel. */
const TRIANGLE = [
  [120, 100],
  [280, 100],
  [280, 220],
] as const;

/** In the page: a line on which what may be needed is fetched ahead. */
function beWellConnected(): void {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', saveData: false } });
}

/** A zone around a position. */
function squareAround([lng, lat]: readonly [number, number]): Place['feature'] {
  const by = 0.0005;
  const ring: [number, number][] = [
    [lng - by, lat - by],
    [lng + by, lat - by],
    [lng + by, lat + by],
    [lng - by, lat + by],
    [lng - by, lat - by],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
