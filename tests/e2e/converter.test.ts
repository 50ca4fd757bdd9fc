import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { converterStrings, fileFaults } from '../../app/drops/composer/converter-words.ts';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { recordProgress, takeProgress } from '../support/progress-record.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import { useServer } from '../support/use-server.ts';
import { audioFixture, dropAtPosition, hasHeard, mapScreenReady, openAuthor, readMediaPath } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const SHOWN_BYTES = 8_000_000;
const words = dropStrings;

const server = useServer();
let line: TestProxy;
let page: Page;

beforeAll(async () => {
  line = await startProxy(server.origin);
});
afterAll(async () => {
  await closePhones();
  await line?.stop();
});

const engineFiles = (): string[] => line.asked.filter((path) => path.includes('ffmpeg-core')).sort();
const storedFiles = (): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('converter')).keys()).length);
const sheet = () => page.getByRole('dialog', { name: words.title });

async function choose(file: string): Promise<void> {
  await sheet().getByLabel(words.chooseFile).or(sheet().getByLabel(words.otherFile)).setInputFiles(audioFixture(file));
}

async function convert(file: string): Promise<void> {
  await choose(file);
  await sheet().getByText(file).waitFor();
  await sheet().getByRole('img', { name: words.waveform }).waitFor();
}

test('the converter, 32 MB of it, comes with the first file that needs it, once, even where the line breaks', async () => {
  page = await openAuthor(await sharedBrowser(), server, QUAY, line.origin);
  await dropAtPosition(page, 'conforming-mono.wav', 'Le pont');
  await page.getByRole('button', { name: listenStrings.play }).click();
  await hasHeard(page, await readMediaPath(page, 'Le pont'));
  expect(line.asked.length).toBeGreaterThan(10);
  expect(engineFiles()).toEqual([]);

  await recordProgress(page.context());
  await page.reload();
  await mapScreenReady(page);
  await page.getByRole('button', { name: words.open }).click();
  const breakOff = line.holdNext(/ffmpeg-core.*\.wasm/, SHOWN_BYTES);
  await choose('mono-48k.m4a');
  const shown = sheet().getByRole('progressbar', { name: converterStrings.preparing });
  await expect.poll(async () => Number(await shown.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
  breakOff();
  await sheet().getByRole('alert').getByText(fileFaults.EngineUnavailableError).waitFor();
  expect(engineFiles()).toEqual([
    expect.stringMatching(/^\/assets\/ffmpeg-core-.*\.js$/),
    expect.stringMatching(/^\/assets\/ffmpeg-core-.*\.wasm$/),
  ]);
  expect(await storedFiles()).toBe(0);

  await takeProgress(page, converterStrings.preparing);
  await convert('mono-48k.m4a');
  const percents = await takeProgress(page, converterStrings.preparing);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.filter((percent) => percent > 0)).not.toEqual([]);
  expect([engineFiles().length, await storedFiles()]).toEqual([3, 1]);

  await convert('alac.caf');
  expect(await takeProgress(page, converterStrings.preparing)).toEqual([]);
  // A worker and a page that begin anew have it, too.
  await page.reload();
  await mapScreenReady(page);
  await page.getByRole('button', { name: words.open }).click();
  await convert('mono.flac');
  expect(engineFiles()).toHaveLength(3);
});
