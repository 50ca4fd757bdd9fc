import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { faultsOn } from '../support/axe.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { addMember, makeParcours, makePlace, type Person, setRole, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, listPlaces, loggedInStorage, mapReady, openPane } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false };
const words = strings.editor;
const tools = strings.mapPanes.tools;

describe('the place editor', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let ben: Person;
  let mapId: ParcoursId;

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
    ana = await signUp(server.origin, 'Ana');
    ben = await signUp(server.origin, 'Ben');
    await setRole(server, ana, 'editor');
  });
  beforeEach(async () => {
    mapId = await makeParcours(server.origin, ana, 'Le quai');
    await addMember(server.origin, ana, mapId, ben, 'guest');
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openMap(person: Person, options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const account = { user: { ...person.user, role: person === ana ? ('editor' as const) : person.user.role }, token: person.token };
    const storageState = loggedInStorage(server.origin, account, { selectedParcours: JSON.stringify([mapId]) });
    const page = await (await openPhone(browser, server.origin, QUAY, { storageState, ...options })).newPage();
    page.on('pageerror', (error) => console.log('PAGEERROR', error.message, error.stack));
    page.on('console', (m) => { if (m.type() === 'error') console.log('CONSOLE', m.text()); });
    await page.goto('/home');
    await mapReady(page);
    return page;
  }

  const panel = (page: Page) => page.getByRole('region', { name: words.label });

  async function openEditor(person: Person = ana, options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const page = await openMap(person, options);
    await openPane(page, strings.panes.settings);
    await page.getByRole('switch', { name: tools.editorTools }).click();
    await page.getByRole('switch', { name: tools.drawTools }).click();
    await openPane(page, strings.panes.map);
    await page.locator('[data-draw-ready="true"]').waitFor();
    return page;
  }

  /** A file dropped on the editor's field, as from the desktop. */
  async function dropFile(page: Page, name: string, type: string): Promise<void> {
    const bytes = [...(await readFile(audioFixture(name)))];
    const transfer = await page.evaluateHandle(
      ([content, fileName, mime]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], fileName, { type: mime }));
        return data;
      },
      [bytes, name, type] as const,
    );
    const field = panel(page).getByRole('button', { name: words.upload });
    for (const event of ['dragenter', 'dragover', 'drop']) await field.dispatchEvent(event, { dataTransfer: transfer });
  }

  const placeNamed = async (page: Page, name: string): Promise<Place | undefined> =>
    (await listPlaces(page)).find(({ appelation }) => appelation === name);

  it('draws a zone by clicks, gives it audio by drop and a title, and everybody sees it', async () => {
    const page = await openEditor();
    await page.screenshot({ path: '/tmp/ed-shots/list-desktop.png' });
    await panel(page).getByRole('button', { name: words.drawing.polygon }).click();
    await page.mouse.click(700, 250);
    await page.mouse.click(900, 250);
    await page.mouse.click(900, 450);
    await page.mouse.click(720, 470);
    await page.screenshot({ path: '/tmp/ed-shots/drawing-desktop.png' });
    await page.mouse.click(720, 470);
    await panel(page).getByText(words.noAudioYet).waitFor();
    await page.screenshot({ path: '/tmp/ed-shots/pending-desktop.png' });
    await dropFile(page, 'conforming-mono.wav', 'audio/wav');
    await panel(page).getByRole('button', { name: strings.drops.play }).waitFor();
    await panel(page).getByLabel(words.title).fill('  Le parvis ');
    await page.screenshot({ path: '/tmp/ed-shots/place-desktop.png' });
    await panel(page).getByRole('button', { name: words.save, exact: true }).click();
    await panel(page).getByRole('heading', { name: words.heading(1) }).waitFor();

    const others = await openMap(ben);
    const place = await placeNamed(others, 'Le parvis');
    expect(place?.feature.type).toBe('Polygon');
    expect(place?.media).not.toBeNull();
    await others.locator('[data-place-count="1"]').waitFor();
  });
});
