import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_FIX_ZOOM, PLACE_ZOOM } from '../../app/platform/map/zooms.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { editorStrings } from '../../app/words/editor.ts';
import { mapPanes } from '../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { faultsOn } from '../support/axe.ts';
import { closePhones, openPhone, PHONE, sharedBrowser } from '../support/browser.ts';
import { addMember, makeParcours, type Person, signUp, signUpAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { audioFixture, listPlaces, mapReady, openPane } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** As small as a desktop's window may be, since software draws each of its pixels. */
const DESKTOP = { viewport: { width: 900, height: 600 }, hasTouch: false };
const words = editorStrings;
const tools = mapPanes.tools;

describe('the place editor', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let ben: Person;
  let mapId: ParcoursId;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    ana = await signUpAs(server, 'Ana', 'editor');
    ben = await signUp(server.origin, 'Ben');
  });
  beforeEach(async () => {
    mapId = await makeParcours(server.origin, ana, 'Le quai');
    await addMember(server.origin, ana, mapId, ben, 'guest');
  });
  afterEach(closePhones);
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  async function openMap(person: Person, options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([mapId]) });
    const page = await (await openPhone(browser, server.origin, QUAY, { storageState, ...options })).newPage();
    await page.goto('/home');
    await mapReady(page);
    return page;
  }

  const panel = (page: Page) => page.getByRole('region', { name: words.label });

  async function openEditor(options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const page = await openMap(ana, options);
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: tools.editorTools }).click();
    await page.getByRole('switch', { name: tools.drawTools }).click();
    await openPane(page, paneStrings.map);
    await page.locator('[data-draw-ready="true"]').waitFor();
    return page;
  }

  /** A file dropped on the editor's field, as from the desktop. */
  async function dropFile(page: Page, name: string, type: string): Promise<void> {
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
    const field = await button(page, words.upload).elementHandle();
    for (const event of ['dragenter', 'dragover', 'drop'])
      await field?.dispatchEvent(event, { dataTransfer: transfer });
  }

  const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
  const rows = (page: Page, count: number) => panel(page).getByRole('heading', { name: words.heading(count) });
  const placesHere = async (page: Page): Promise<Place[]> =>
    (await listPlaces(page)).filter(({ map }) => map.id === mapId);
  const placeNamed = async (page: Page, name: string): Promise<Place | undefined> =>
    (await placesHere(page)).find(({ appelation }) => appelation === name);

  async function putPlace(appelation: string, geometry: Place['feature']): Promise<PlaceId> {
    const body = { type: 'Feature' as const, geometry, properties: { appelation, type: 'Ici' as const, mapId } };
    return (await call(server.origin, 'createPlace', { body }, ana.token)).newPlace.place_id;
  }

  /** Where a position near the quay is on the screen, while the map looks at the quay in the middle of what is free of it. */
  async function onScreen(page: Page, [lng, lat]: readonly [number, number], zoom: number): Promise<[number, number]> {
    const map = await page.getByTestId('map').boundingBox();
    const box = await panel(page).boundingBox();
    if (map === null || box === null) throw new Error('Got no map and no panel');
    const isBelow = box.width > map.width * 0.7;
    const x = isBelow ? map.width / 2 : (map.width + box.x + box.width) / 2;
    const y = (map.y + (isBelow ? box.y : map.y + map.height)) / 2;
    const pxPerDeg = (512 * 2 ** zoom) / 360;
    const stretch = 1 / Math.cos((QUAY[1] * Math.PI) / 180);
    return [x + (lng - QUAY[0]) * pxPerDeg, y - (lat - QUAY[1]) * pxPerDeg * stretch];
  }

  /** Clicks a square around the middle of what is free of the map, and ends it on its last vertex. */
  async function drawSquare(page: Page): Promise<void> {
    await button(page, words.drawing.polygon).click();
    for (const [x, y] of SQUARE) await page.mouse.click(x, y);
    await page.mouse.click(...SQUARE[3]);
    await panel(page).getByText(words.noAudioYet).waitFor();
  }

  const screenshot = (page: Page, name: string) =>
    process.env.EDITOR_SHOTS === undefined
      ? undefined
      : page.screenshot({ path: `${process.env.EDITOR_SHOTS}/${name}.png` });

  it('draws a zone by clicks, gives it audio by drop and a title, and everybody sees it', async () => {
    const page = await openEditor();
    await screenshot(page, 'list-desktop');
    await drawSquare(page);
    await screenshot(page, 'pending-desktop');
    expect(await faultsOn(page)).toEqual([]);
    await dropFile(page, 'conforming-mono.wav', 'audio/wav');
    await button(page, dropStrings.play).waitFor();
    await panel(page).getByLabel(words.title).fill('  Le parvis ');
    await screenshot(page, 'place-desktop');
    expect(await faultsOn(page)).toEqual([]);
    await button(page, words.save).click();
    await rows(page, 1).waitFor();

    const others = await openMap(ben, {});
    const place = await placeNamed(others, 'Le parvis');
    expect(place?.feature.type).toBe('Polygon');
    expect(place?.media).not.toBeNull();
    await others.locator('[data-place-count="1"]').waitFor();
  });

  it('sends a changed shape as well-known text, of a zone whose vertex was dragged and of a point moved by a key', async () => {
    const zone = await putPlace('Le pré', square(QUAY));
    await putPlace('Le banc', { type: 'Point', coordinates: QUAY });
    const page = await openEditor();
    await panel(page).getByRole('button', { name: 'Le pré' }).click();
    await button(page, words.editShape).click();
    await screenshot(page, 'shaping-desktop');
    const [x, y] = await onScreen(page, [QUAY[0] + 0.0005, QUAY[1] + 0.0005], PLACE_ZOOM);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 30, { steps: 5 });
    await page.mouse.up();
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      button(page, words.save).click(),
    ]);
    expect(sent.postDataJSON()).toMatchObject({ id: zone, appelation: 'Le pré' });
    expect(sent.postDataJSON().feature).toMatch(/^POLYGON \(\((-?[\d.]+ -?[\d.]+(, )?){5}\)\)$/);
    await rows(page, 2).waitFor();
    const changed = await placeNamed(page, 'Le pré');
    if (changed?.feature.type !== 'Polygon') throw new Error('Got no zone');
    const lngs = changed.feature.coordinates.flat().map(([lng]) => lng);
    expect(Math.max(...lngs)).toBeGreaterThan(QUAY[0] + 0.0005);

    await panel(page).getByRole('button', { name: 'Le banc' }).click();
    await button(page, words.editShape).click();
    await button(page, editorStrings.drawing.east).press('ArrowRight');
    const [point] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      button(page, words.save).click(),
    ]);
    expect(point.postDataJSON().feature).toMatch(/^POINT \(2\.34\d+ 48\.857\d+\)$/);
  });

  it('is all done by keyboard: a zone is drawn, changed, given its audio and a title, and saved', async () => {
    const page = await openEditor();
    // From now on, since the browser takes a while to hear that its dialog is not wanted.
    const chooser = page.waitForEvent('filechooser', { timeout: 100_000 });
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focusOn = async (name: string): Promise<void> => {
      await expect.poll(() => button(page, name).isEnabled()).toBe(true);
      for (let tabs = 0; tabs < 60; tabs++) {
        const focused = await page.evaluate(
          () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent,
        );
        if (focused === name) return;
        await press('Tab');
      }
      throw new Error(`Tab never came to ${name}`);
    };
    await focusOn(words.drawing.polygon);
    await press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe(words.drawing.add);
    const far = (key: string): string[] => [`Shift+${key}`, `Shift+${key}`];
    await press('Enter', ...far('ArrowRight'), 'Enter', ...far('ArrowDown'), 'Enter', ...far('ArrowLeft'), 'Enter');
    await press('ArrowUp', 'Enter', 'Backspace');
    await panel(page).getByText(words.drawing.undone(4)).waitFor();
    await focusOn(words.drawing.finish);
    await press('Enter');
    await panel(page).getByText(words.noAudioYet).waitFor();

    await focusOn(words.editShape);
    await press('Enter');
    await focusOn(words.drawing.next);
    await press('Enter', 'ArrowUp', 'ArrowRight');
    await focusOn(words.drawing.insert);
    await press('Enter');
    await panel(page).getByText(words.drawing.vertexOf(3, 5)).waitFor();
    await press('Delete');
    await panel(page).getByText(words.drawing.vertexOf(3, 4)).waitFor();
    await focusOn(words.stopEditingShape);
    await press('Enter');
    await focusOn(words.upload);
    await press('Enter');
    await (await chooser).setFiles(audioFixture('linear-pcm.caf'));
    await button(page, dropStrings.play).waitFor();
    await page.getByLabel(words.title).focus();
    await press('Control+A');
    await page.keyboard.type('La place');
    await focusOn(words.save);
    await press('Enter');
    await rows(page, 1).waitFor();
    expect((await placeNamed(page, 'La place'))?.feature.coordinates[0]).toHaveLength(5);
  });

  it('works by touch on a phone: places are chosen and points put, with the map in sight', async () => {
    await putPlace('Le banc', { type: 'Point', coordinates: QUAY });
    const page = await openEditor({});
    await screenshot(page, 'list-phone');
    await page.touchscreen.tap(...(await onScreen(page, QUAY, FIRST_FIX_ZOOM)));
    await panel(page).getByLabel(words.title).waitFor();
    await screenshot(page, 'place-phone');
    expect(await faultsOn(page)).toEqual([]);
    expect((await panel(page).boundingBox())?.y).toBeGreaterThan(PHONE.height * 0.35);
    await button(page, words.backToList).click();
    await button(page, words.drawing.polygon).click();
    for (const [x, y] of [
      [120, 100],
      [280, 100],
      [280, 220],
    ] as const) {
      await page.touchscreen.tap(x, y);
    }
    await screenshot(page, 'drawing-phone');
    expect(await faultsOn(page)).toEqual([]);
    await button(page, words.drawing.finish).click();
    await panel(page).getByText(words.noAudioYet).waitFor();
    await screenshot(page, 'pending-phone');
    await button(page, words.editShape).click();
    await screenshot(page, 'shaping-phone');
    expect(await faultsOn(page)).toEqual([]);
  });
});

/** Corners of a square on a desktop, right of the sidebar. */
const SQUARE = [
  [500, 200],
  [700, 200],
  [700, 400],
  [520, 420],
] as const;

/** A zone around a position. */
function square([lng, lat]: readonly [number, number]): Place['feature'] {
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
