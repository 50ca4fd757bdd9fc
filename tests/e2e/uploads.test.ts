import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Request, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converterStrings } from '../../app/drops/composer/converter-words.ts';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { outboxStrings } from '../../app/drops/outbox/outbox-words.ts';
import { PART_BYTES } from '../../app/platform/net/audio-upload.ts';
import { readWavFormat } from '../../audio-wasm/wav.ts';
import { MARK } from '../../server/store/media-folder.ts';
import { call } from '../support/api.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { forgetCodecs, makeTwoTracks } from '../support/ffmpeg-in-node.ts';
import { useServer } from '../support/use-server.ts';
import { wavOf } from '../support/wav-bytes.ts';
import { audioFixture, listAudioOnDevice, listPlaces, moveTo, openAuthor } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** Of two parts. */
const LONG_SAMPLES = 0.52 * PART_BYTES;
const PATIENCE = { timeout: 60_000 };
const words = dropStrings;

describe('an upload that does not go straight through', () => {
  const server = useServer();
  let folder: string;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-uploads-'));
    await writeFile(join(folder, 'long.wav'), wavOf(new Int16Array(LONG_SAMPLES)));
    page = await openAuthor(await sharedBrowser(), server, QUAY);
  });
  afterAll(async () => {
    await closePhones();
    await rm(folder, { recursive: true, force: true });
  });

  const sheet = () => page.getByRole('dialog', { name: words.title });

  async function prepare(file: Parameters<Locator['setInputFiles']>[0], title: string): Promise<void> {
    await page.getByRole('button', { name: words.open }).click();
    await sheet().getByRole('radio', { name: words.here }).check();
    await sheet().getByLabel(words.name).fill(title);
    await sheet().getByLabel(words.chooseFile).setInputFiles(file);
    await sheet().getByRole('button', { name: words.save, disabled: false }).waitFor(PATIENCE);
  }

  it.each([
    ['begun, which arrives only after', 'resumable', (request: Request) => request.method() === 'POST'],
    ['sent', 'resumable/*', (request: Request) => request.headers()['upload-offset'] === String(PART_BYTES)],
    ['finished, which the server had just done', 'finish-upload', () => true],
  ])('that is discarded while it is %s leaves nothing', async (when, path, isMeant) => {
    await prepare(join(folder, 'long.wav'), 'À jeter');
    const held = hold(`**/v1/drop/${path}`, isMeant);
    await sheet().getByRole('button', { name: words.save }).click();
    await sheet().getByRole('button', { name: outboxStrings.close }).click(PATIENCE);
    const request = await held;
    if (when.startsWith('finished')) await request.fetch();
    expect((await atServer()).length > 0).toBe(!when.startsWith('begun'));

    const act = { name: outboxStrings.discard, exact: true };
    await page.getByRole('button', { name: outboxStrings.count(1) }).click();
    await page.getByRole('dialog', { name: outboxStrings.title }).getByRole('button', act).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', act).click();
    await page.getByText(outboxStrings.empty).waitFor();
    // Escape would close the question alone.
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (when.startsWith('begun')) {
      await expect.poll(() => listPlaces(page), PATIENCE).toEqual([]);
      // Its place has gone, and then its name is given up.
      expect([404, 409]).toContain((await request.fetch()).status());
    }
    await expect.poll(atServer, PATIENCE).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect.poll(() => listAudioOnDevice(page), PATIENCE).toEqual([]);
    await expect.poll(() => listPlaces(page), PATIENCE).toEqual([]);
    expect(await page.getByRole('button', { name: outboxStrings.count(1) }).count()).toBe(0);
    // Nothing could come back.
    const token = await page.evaluate(() => localStorage.getItem('token'));
    expect((await call(server.origin, 'listDeleted', {}, token ?? '')).places).toEqual([]);
  });

  it('whose answers never arrive, or which breaks off, makes one place as it was first asked for', async () => {
    await prepare(audioFixture('conforming-mono.wav'), 'La berge');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.route('**/v1/place/places', swallowAnswer, { times: 1 });
    // The route that was made last comes first.
    await page.route('**/v1/drop/upload', swallowAnswer, { times: 1 });
    await page.route('**/v1/drop/upload', (route) => route.abort('connectionreset'), { times: 1 });
    await sheet().getByRole('button', { name: words.save }).click();
    await sheet().getByText(outboxStrings.queued).waitFor();
    await moveTo(page, [QUAY[0] + 0.001, QUAY[1]]);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await sheet().getByText(words.saved).waitFor();
    expect(await listPlaces(page)).toMatchObject([
      {
        appelation: 'La berge',
        feature: { coordinates: QUAY },
        media: { data: { link: expect.stringMatching(/^\/v1\/media/) } },
      },
    ]);
    expect(calls.filter((call) => call === 'POST /v1/place/places')).toHaveLength(2);
    expect(calls.filter((call) => call === 'POST /v1/drop/upload')).toHaveLength(3);
    await sheet().getByRole('button', { name: words.listen }).click();
    await sheet().waitFor({ state: 'detached' });
  });

  it('of a film that a phone names by a number, under a type of its own, is read by what is inside', async () => {
    const buffer = Buffer.from(forgetCodecs(await makeTwoTracks(48_000), 0));
    await prepare({ name: '1000012345', mimeType: 'application/x-recorder', buffer }, 'Le bateau');
    await sheet().getByText(converterStrings.otherTrack(1)).waitFor();
    await sheet().getByRole('button', { name: words.save }).click();
    await sheet().getByText(words.saved).waitFor(PATIENCE);
    const place = (await listPlaces(page)).find(({ appelation }) => appelation === 'Le bateau');
    const stored = await fetch(new URL(place?.media?.data.link ?? '', server.origin));
    const { channels, sampleRateHz, durationS } = await readWavFormat(await stored.blob());
    expect([channels, sampleRateHz, Math.round(durationS)]).toEqual([1, 44_100, 1]);
  });

  /** Holds the first request that `isMeant` tells, for good, and no later one; resolves with it. */
  function hold(pattern: string, isMeant: (request: Request) => boolean): Promise<Route> {
    return new Promise((resolve) => {
      let isHeld = false;
      void page.route(pattern, (route) => {
        if (isHeld || !isMeant(route.request())) return route.fallback();
        isHeld = true;
        return resolve(route);
      });
    });
  }

  /** What is left of audio at the server: paths of files. */
  async function atServer(): Promise<string[]> {
    const found: string[] = [];
    for (const folder of ['media', 'drop-ici.incoming', 'drop-ici.resumable']) {
      const entries = await readdir(join(server.dataDir, folder), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && entry.name !== MARK);
      found.push(...files.map(({ name }) => join(folder, name)));
    }
    return found;
  }
});

/** Lets the request reach the server, which does what it asks, and cuts the answer off. */
async function swallowAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
