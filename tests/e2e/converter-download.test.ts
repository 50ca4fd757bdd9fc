import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { converterStrings } from '../../app/words/drops/converter.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { fileFaults } from '../../app/words/drops/file-faults.ts';
import { editorStrings } from '../../app/words/editor.ts';
import { mapPanes } from '../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { makeParcours, makePlace, type Person, signUpAs } from '../support/people.ts';
import { recordProgress, takeProgress } from '../support/progress-record.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { audioFixture, openPane } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const HALF_BYTES = 4_000_000;
const tools = mapPanes.tools;

describe('the download of the converter', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let line: TestProxy;
  let phone: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    ana = await signUpAs(server, 'Ana', 'editor');
  });
  beforeEach(async () => {
    line = await startProxy(server.origin);
  });
  afterEach(async () => {
    await closePhones();
    await line.stop();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const engineFiles = (): string[] => line.asked.filter((path) => path.includes('ffmpeg-core')).sort();
  const editor = () => page.getByRole('region', { name: editorStrings.label });
  const storedFiles = (): Promise<number> =>
    page.evaluate(async () => (await (await caches.open('converter')).keys()).length);

  /** Somebody with a map of their own, and a place on it that has no audio yet, on a line that the browser says is good. */
  async function openMap(): Promise<void> {
    const mapId = await makeParcours(server.origin, ana, 'Le quai');
    await makePlace(server.origin, ana, mapId, 'Le pont');
    const created = { id: mapId, title: 'Le quai', description: 'Le quai, pas à pas', privilege: 'admin' };
    const storageState = loggedInStorage(line.origin, ana, {
      selectedParcours: JSON.stringify([mapId]),
      parcoursBeingCreated: JSON.stringify(created),
    });
    phone = await openPhoneWithoutMap(browser, line.origin, QUAY, { storageState });
    await recordProgress(phone);
    await phone.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', saveData: false } });
    });
    page = await phone.newPage();
    await page.goto('/home');
    await page.getByRole('button', { name: dropStrings.open }).waitFor();
  }

  async function openEditor(): Promise<void> {
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: tools.editorTools }).click();
    await page.getByRole('switch', { name: tools.drawTools }).click();
    await openPane(page, paneStrings.map);
    await editor().waitFor();
  }

  it('that breaks off says so, and is begun anew by the next try', async () => {
    await openMap();
    const breakOff = line.holdNext(/ffmpeg-core.*\.wasm/, HALF_BYTES);
    await page.getByRole('button', { name: dropStrings.open }).click();
    const sheet = page.getByRole('dialog', { name: dropStrings.title });
    await sheet.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture('mono-48k.m4a'));
    const shown = sheet.getByRole('progressbar', { name: converterStrings.preparing });
    await expect.poll(async () => Number(await shown.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
    breakOff();
    await sheet.getByRole('alert').getByText(fileFaults.engine).waitFor();
    expect([engineFiles().length, await storedFiles()]).toEqual([2, 0]);

    await sheet.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture('mono-48k.m4a'));
    await sheet.getByRole('img', { name: dropStrings.waveform }).waitFor();
    expect([engineFiles().length, await storedFiles()]).toEqual([3, 1]);
  });

  it('begins when an author opens the editor, and not before; then no file has to wait for it', async () => {
    await openMap();
    await openPane(page, paneStrings.settings);
    await openPane(page, paneStrings.map);
    expect(engineFiles()).toEqual([]);
    await openEditor();
    await expect.poll(storedFiles).toBe(1);
    expect(engineFiles()).toHaveLength(2);

    await editor().getByRole('button', { name: 'Le pont' }).click();
    await editor().getByLabel(editorStrings.upload).setInputFiles(audioFixture('mono-48k.m4a'));
    await page.getByText(editorStrings.made).waitFor();
    expect(await takeProgress(page, converterStrings.preparing)).toEqual([]);
    expect(engineFiles()).toHaveLength(2);
  });
});
