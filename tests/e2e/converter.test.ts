import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { converterStrings, fileFaults } from '../../app/drops/composer/converter-words.ts';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { outboxStrings } from '../../app/drops/outbox/outbox-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { writeLongM4a } from '../support/audio/long-audio.ts';
import { startProxy, type TestProxy } from '../support/network/proxy.ts';
import { recordProgress, takeProgress } from '../support/phone/progress-record.ts';
import { droppingTo, usePhones } from '../support/phone/use-phones.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { audioFixture, dropAtPosition, hasHeard, listPlaces, readMediaPath } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const SHOWN_BYTES = 8_000_000;
/** Of a file whose WAV takes more than a part. It repeats a sound of 3 s, and ends with a whole one. */
const LONG_S = 51;
const WAV_BYTES_PER_S = 44_100 * 4;
const words = dropStrings;

const server = useServer();
let line: TestProxy;
const openPage = usePhones({
  get origin() {
    return line.origin;
  },
});
let folder: string;
let long: string;
let page: Page;

beforeAll(async () => {
  line = await startProxy(server.origin);
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-long-'));
  long = join(folder, 'long.m4a');
  await writeLongM4a(long, audioFixture('moov-at-end.m4a'), LONG_S);
});
afterAll(async () => {
  await line?.stop();
  await rm(folder, { recursive: true, force: true });
});

const engineFiles = (): string[] => line.asked.filter((path) => path.includes('ffmpeg-core')).sort();
const storedFiles = (): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('converter')).keys()).length);
const sheet = () => page.getByRole('dialog', { name: words.title });

async function choose(file: string): Promise<void> {
  await sheet().getByLabel(words.chooseFile).or(sheet().getByLabel(words.otherFile)).setInputFiles(file);
}

async function convert(file: string): Promise<void> {
  await choose(file);
  await sheet().getByText(basename(file)).waitFor();
  await sheet().getByRole('img', { name: words.waveform }).waitFor();
}

/** Expects that a bar has said that something is done, and not all. */
async function hasGoneOn(name: string): Promise<void> {
  const said = await takeProgress(page, name);
  expect(
    said.filter((percent) => percent > 0 && percent < 100),
    `${name}: ${said}`,
  ).not.toEqual([]);
}

test('the converter, 32 MB of it, comes with the first file that needs it, once, even where the line breaks', async () => {
  const person = await signUp(server.origin, 'Ana');
  const chosen = droppingTo(await makeParcours(server.origin, person, 'Les quais'));
  page = await openPage('about:blank', { person, stored: chosen, position: QUAY });
  await recordProgress(page.context());
  const document = await page.goto('/home');
  // What follows works under the server's policy.
  expect(document?.headers()['content-security-policy']).toContain("'wasm-unsafe-eval'");
  await dropAtPosition(page, 'conforming-mono.wav', 'Le pont');
  await page.getByRole('button', { name: listenStrings.play }).click();
  await hasHeard(page, await readMediaPath(page, 'Le pont'));
  expect(line.asked.length).toBeGreaterThan(10);
  expect(engineFiles()).toEqual([]);

  await page.getByRole('button', { name: words.open }).click();
  await page.getByRole('button', { name: words.openFile }).click();
  const breakOff = line.holdNext(/ffmpeg-core.*\.wasm/, SHOWN_BYTES);
  await choose(long);
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
  await convert(long);
  const percents = await takeProgress(page, converterStrings.preparing);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents.filter((percent) => percent > 0)).not.toEqual([]);
  await expect.poll(storedFiles).toBe(1);
  expect(engineFiles()).toHaveLength(3);

  await hasGoneOn(words.converting);

  // Its audio takes more than one part, and is seen to be sent.
  await sheet().getByRole('radio', { name: words.here }).check();
  await sheet().getByLabel(words.name).fill('La longue');
  await sheet().getByRole('button', { name: words.save }).click();
  await sheet().getByText(words.saved).waitFor({ timeout: 60_000 });
  await hasGoneOn(outboxStrings.phases.sending);
  const place = (await listPlaces(page)).find(({ appelation }) => appelation === 'La longue');
  const stored = await fetch(server.origin + (place?.media?.data.link ?? ''), { headers: { Range: 'bytes=0-0' } });
  const storedS = Number(stored.headers.get('Content-Range')?.split('/')[1]) / WAV_BYTES_PER_S;
  expect(Math.abs(storedS - LONG_S)).toBeLessThan(4);
  expect(await readdir(join(server.dataDir, 'drop-ici.resumable'))).toEqual([]);
  await sheet().getByRole('button', { name: words.listen }).click();
  await sheet().waitFor({ state: 'detached' });

  await page.getByRole('button', { name: words.open }).click();
  await page.getByRole('button', { name: words.openFile }).click();
  await convert(audioFixture('alac.caf'));
  expect(await takeProgress(page, converterStrings.preparing)).toEqual([]);
  expect(engineFiles()).toHaveLength(3);
});
