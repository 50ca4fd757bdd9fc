import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PART_BYTES } from '../../app/platform/net/audio-upload.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { outboxStrings } from '../../app/words/drops/outbox.ts';
import { call } from '../support/api.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { writeLongCaf } from '../support/long-audio.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listAudioOnDevice, listPlaces, openAuthor } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** 19 MB of WAV: three parts. */
const LENGTH_S = 110;
const PATIENCE = { timeout: 60_000 };

const words = dropStrings;

describe('an upload of a long file that is called off', () => {
  let folder: string;
  let server: TestServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-cancel-'));
    await writeLongCaf(join(folder, 'long.caf'), LENGTH_S);
    server = await startServer();
    browser = await sharedBrowser();
    page = await openAuthor(browser, server, QUAY);
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await page.getByRole('button', { name: words.open }).click();
    await sheet().getByRole('radio', { name: words.here }).check();
    await sheet().getByLabel(words.chooseFile).setInputFiles(join(folder, 'long.caf'));
  });
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect.poll(() => listAudioOnDevice(page), PATIENCE).toEqual([]);
    await expect.poll(() => listPlaces(page), PATIENCE).toEqual([]);
    expect(await page.getByRole('button', { name: outboxStrings.count(1) }).count()).toBe(0);
    expect(await listDeleted()).toEqual([]);
  });

  /** Places that could come back. */
  async function listDeleted(): Promise<readonly unknown[]> {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    return (await call(server.origin, 'listDeleted', {}, token ?? '')).places;
  }

  const expectNothingAtServer = () => expect.poll(() => atServer(server), PATIENCE).toEqual([]);

  const sheet = () => page.getByRole('dialog', { name: words.title });

  async function save(): Promise<void> {
    await sheet().getByRole('img', { name: words.waveform }).waitFor(PATIENCE);
    await sheet().getByRole('button', { name: words.save }).click();
    await sheet().getByRole('button', { name: outboxStrings.close }).click(PATIENCE);
  }

  async function discard(): Promise<void> {
    const act = { name: outboxStrings.discard, exact: true };
    await page.getByRole('button', { name: outboxStrings.count(1) }).click();
    await page.getByRole('dialog', { name: outboxStrings.title }).getByRole('button', act).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).last().getByRole('button', act).click();
    await page.getByText(outboxStrings.empty).waitFor();
    await page.keyboard.press('Escape');
  }

  /** Holds the first request that `isMeant` tells, for good, and no later one; resolves with it. */
  function hold(pattern: string, isMeant: (route: Route) => boolean): Promise<Route> {
    return new Promise((resolve) => {
      let isHeld = false;
      void page.route(pattern, (route) => {
        if (isHeld || !isMeant(route)) return route.fallback();
        isHeld = true;
        return resolve(route);
      });
    });
  }

  it('once it is converted leaves nothing', async () => {
    await sheet().getByRole('img', { name: words.waveform }).waitFor(PATIENCE);
    expect(await listAudioOnDevice(page)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.closeConfirm }).click();
    await expectNothingAtServer();
  });

  it('while its place is made leaves nothing', async () => {
    const held = hold('**/v1/place/places', (route) => route.request().method() === 'POST');
    await save();
    await (await held).fetch();
    await discard();
    await expectNothingAtServer();
  });

  it.each(['before it is discarded', 'only after'])(
    'while it is begun, which arrives %s, leaves nothing',
    async (when) => {
      const held = hold('**/v1/drop/resumable', (route) => route.request().method() === 'POST');
      await save();
      const beginning = await held;
      if (when === 'only after') {
        await discard();
        await expect.poll(() => listPlaces(page), PATIENCE).toEqual([]);
        // Its place has gone, and then its name is given up.
        expect([404, 409]).toContain((await beginning.fetch()).status());
      } else {
        expect((await beginning.fetch()).status()).toBe(201);
        expect(await atServer(server)).not.toEqual([]);
        await discard();
      }
      await expectNothingAtServer();
    },
  );

  it('while it is sent leaves nothing', async () => {
    const held = hold(
      '**/v1/drop/resumable/*',
      (route) => route.request().headers()['upload-offset'] === String(PART_BYTES),
    );
    await save();
    await held;
    expect(await readdir(join(server.dataDir, 'drop-ici.resumable'))).toHaveLength(1);
    await discard();
    await expectNothingAtServer();
  });

  it('while it is finished, which the server had just done, leaves nothing', async () => {
    const held = hold('**/v1/drop/finish-upload', () => true);
    await save();
    await (await held).fetch();
    expect(await atServer(server)).not.toEqual([]);
    await discard();
    await expectNothingAtServer();
  });
});

/** What is left of audio at the server: paths of files. */
async function atServer({ dataDir }: TestServer): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['media', 'drop-ici.incoming', 'drop-ici.resumable']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
    found.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name)));
  }
  return found;
}
