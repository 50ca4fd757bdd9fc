import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { outboxStrings } from '../../app/words/drops/outbox.ts';
import type { Place } from '../../contracts/place.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { fmtChunk, wavFile } from '../support/wav-bytes.ts';
import { audioFixture, listAudioOnDevice, listPlaces, moveTo, openAuthor } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const RATE_HZ = 48_000;
const FRAME_BYTES = 4;
const HEADER_BYTES = 44;

describe('an upload that does not go straight through', () => {
  const longFile = join(tmpdir(), `drop-ici-long-${process.pid}.wav`);
  const words = dropStrings;
  let server: TestServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await writeLongWav(longFile, 40 * 60);
    server = await startServer();
    browser = await sharedBrowser();
    page = await openAuthor(browser, server, QUAY);
    await page.getByRole('button', { name: words.open }).click();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
    await rm(longFile, { force: true });
  });

  it('cancelling a running conversion ends its worker, keeps nothing, and nothing reaches the server', async () => {
    const sheet = page.getByRole('dialog', { name: words.title });
    await sheet.getByLabel(words.chooseFile).setInputFiles(longFile);
    await expect.poll(async () => Number(await progressOf(page)), { timeout: 30_000 }).toBeGreaterThan(0);
    expect(transcoders(page)).toHaveLength(1);
    await sheet.getByRole('button', { name: words.cancel }).click();

    await sheet.getByText(words.chooseFile).waitFor();
    await expect.poll(() => transcoders(page), { timeout: 10_000 }).toEqual([]);
    expect(await sheet.getByRole('alert').count()).toBe(0);
    expect(await sheet.getByRole('button', { name: words.save }).isDisabled()).toBe(true);
    expect(await listPlaces(page)).toEqual([]);
    await expect.poll(() => listAudioOnDevice(page)).toEqual([]);
  });

  it('an upload that breaks off keeps its place, and is sent to that one again by itself', async () => {
    const sheet = page.getByRole('dialog', { name: words.title });
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.route('**/v1/drop/upload', (route) => route.abort('connectionreset'), { times: 1 });

    await sheet.getByLabel(words.chooseFile).setInputFiles(audioFixture('linear-pcm.caf'));
    await sheet.getByLabel(words.name).fill('Le pont');
    await sheet.getByRole('button', { name: words.save }).click();
    await sheet.getByText(outboxStrings.kept).waitFor();
    await sheet.getByText(words.saved).waitFor();
    expect(await listPlaces(page)).toMatchObject([
      { appelation: 'Le pont', media: { data: { link: /^\/v1\/media/ } } },
    ]);
    expect(calls.filter((call) => call === 'POST /v1/place/places')).toHaveLength(1);
    expect(calls.filter((call) => call === 'POST /v1/drop/upload')).toHaveLength(2);
    await sheet.getByRole('button', { name: words.listen }).click();
    await sheet.waitFor({ state: 'detached' });
  });

  it('answers that never arrive leave one place with its audio, where and as it was first asked for', async () => {
    const sheet = page.getByRole('dialog', { name: words.title });
    await page.getByRole('button', { name: words.open }).click();
    await sheet.getByRole('radio', { name: words.here }).check();
    await sheet.getByLabel(words.name).fill('La berge');
    await sheet.getByLabel(words.chooseFile).setInputFiles(audioFixture('conforming-mono.wav'));

    await page.route('**/v1/place/places', swallowAnswer, { times: 1 });
    await page.route('**/v1/drop/upload', swallowAnswer, { times: 1 });
    await sheet.getByRole('button', { name: words.save }).click();
    await moveTo(page, [QUAY[0] + 0.001, QUAY[1]]);
    await sheet.getByText(words.saved).waitFor();
    const [heard, ...others] = (await listPlaces(page)).filter(isBank);
    expect(others).toEqual([]);
    expect(heard?.feature.coordinates).toEqual(QUAY);
    expect(heard?.media?.data.link).toMatch(/^\/v1\/media/);
  });
});

const isBank = ({ appelation }: Place): boolean => appelation === 'La berge';

/** Lets the request reach the server, which does what it asks, and cuts the answer off. */
async function swallowAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

/** Silence at 48 kHz, so that it must be converted. Sparse on disk: only its header is written. */
async function writeLongWav(path: string, durationS: number): Promise<void> {
  const size = durationS * RATE_HZ * FRAME_BYTES;
  const noData = { id: 'data', body: new Uint8Array(0), size };
  const header = wavFile([fmtChunk({ sampleRateHz: RATE_HZ, channels: 2 }), noData], HEADER_BYTES - 8 + size);
  const file = await open(path, 'w');
  try {
    await file.write(header);
    await file.truncate(HEADER_BYTES + size);
  } finally {
    await file.close();
  }
}

function progressOf(page: Page): Promise<string | null> {
  return page.getByRole('progressbar', { name: dropStrings.converting }).getAttribute('aria-valuenow');
}

function transcoders(page: Page): string[] {
  return page
    .workers()
    .map((worker) => worker.url())
    .filter((url) => url.includes('transcode'));
}
