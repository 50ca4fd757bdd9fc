import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { outboxStrings } from '../../app/drops/outbox/outbox-words.ts';
import { PART_BYTES } from '../../app/platform/net/audio-upload.ts';
import { MARK } from '../../server/store/media-folder.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { closePhones, sharedBrowser } from '../support/phone/browser.ts';
import { call } from '../support/server/api.ts';
import { useServer } from '../support/server/use-server.ts';
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
    await page.getByRole('button', { name: words.openFile }).click();
    await sheet().getByRole('radio', { name: words.here }).check();
    await sheet().getByLabel(words.name).fill(title);
    await sheet().getByLabel(words.chooseFile).setInputFiles(file);
    await sheet().getByRole('button', { name: words.save, disabled: false }).waitFor(PATIENCE);
  }

  it('that is discarded in the midst of its parts leaves nothing', async () => {
    await prepare(join(folder, 'long.wav'), 'À jeter');
    // It is held for good.
    const held = page.waitForRequest((request) => request.headers()['upload-offset'] === String(PART_BYTES));
    await page.route('**/v1/drop/resumable/*', (route) =>
      route.request().headers()['upload-offset'] === String(PART_BYTES) ? undefined : route.fallback(),
    );
    await sheet().getByRole('button', { name: words.save }).click();
    await sheet().getByRole('button', { name: outboxStrings.close }).click(PATIENCE);
    await held;
    expect(await atServer()).not.toEqual([]);

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
    await expect.poll(atServer, PATIENCE).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect.poll(() => listAudioOnDevice(page), PATIENCE).toEqual([]);
    await expect.poll(() => listPlaces(page), PATIENCE).toEqual([]);
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
