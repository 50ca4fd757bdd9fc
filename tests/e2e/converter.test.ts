import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converterStrings } from '../../app/words/drops/converter.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { recordProgress, takeProgress } from '../support/progress-record.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, dropAtPosition, hasHeard, mapScreenReady, openAuthor, readMediaPath } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];

describe('the converter, 32 MB of it', () => {
  let server: TestServer;
  let counter: TestProxy;
  let browser: Browser;
  let page: Page;
  const engineFiles = (): string[] => counter.asked.filter((path) => path.includes('ffmpeg-core')).sort();

  beforeAll(async () => {
    server = await startServer();
    counter = await startProxy(server.origin);
    browser = await sharedBrowser();
    page = await openAuthor(browser, server, QUAY, counter.origin);
    await recordProgress(page.context());
  });
  afterAll(async () => {
    await closePhones();
    await counter?.stop();
    await server?.stop();
  });

  async function convert(file: string): Promise<void> {
    const sheet = page.getByRole('dialog', { name: dropStrings.title });
    const picker = sheet.getByLabel(dropStrings.chooseFile).or(sheet.getByLabel(dropStrings.otherFile));
    await picker.setInputFiles(audioFixture(file));
    await sheet.getByText(file).waitFor();
    await sheet.getByRole('img', { name: dropStrings.waveform }).waitFor();
  }

  it('is not loaded for the map, nor for the sheet where a file is chosen, nor for a file that needs no conversion', async () => {
    await page.getByRole('button', { name: dropStrings.open }).click();
    await convert('conforming-mono.wav');
    expect(counter.asked.length).toBeGreaterThan(10);
    expect(engineFiles()).toEqual([]);
  });

  it('is not loaded by a story that is dropped, chosen and heard', async () => {
    await page.reload();
    await mapScreenReady(page);
    await dropAtPosition(page, 'conforming-mono.wav', 'Le pont');
    await page.getByRole('button', { name: listenStrings.play }).click();
    await hasHeard(page, await readMediaPath(page, 'Le pont'));
    expect(engineFiles()).toEqual([]);
  });

  it('is fetched by the first file that needs it: one script, one engine, and how much of it is shown', async () => {
    await page.reload();
    await mapScreenReady(page);
    await page.getByRole('button', { name: dropStrings.open }).click();
    await convert('mono-48k.m4a');
    expect(engineFiles()).toEqual([
      expect.stringMatching(/^\/assets\/ffmpeg-core-.*\.js$/),
      expect.stringMatching(/^\/assets\/ffmpeg-core-.*\.wasm$/),
    ]);
    const shown = await takeProgress(page, converterStrings.preparing);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.filter((percent) => percent > 0)).not.toEqual([]);
  });

  it('is not asked for by a second file', async () => {
    await convert('alac.caf');
    expect(engineFiles()).toHaveLength(2);
    expect(await takeProgress(page, converterStrings.preparing)).toEqual([]);
  });

  it('is never asked for again, not even by a worker and a page that begin anew', async () => {
    await page.reload();
    await mapScreenReady(page);
    await page.getByRole('button', { name: dropStrings.open }).click();
    await convert('mono.flac');
    expect(engineFiles()).toHaveLength(2);
  });
});
