import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxStrings } from '../../app/platform/strings/outbox.ts';
import { strings } from '../../app/platform/strings.ts';
import { openProfile } from '../support/browser.ts';
import { type BrowserMemory, browserMemory, watchMemory } from '../support/chromium-memory.ts';
import { writeLongCaf, writeLongM4a, writeLongMp3 } from '../support/long-audio.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, createParcours, listPlaces, signUp } from './steps.ts';

/** `BIG_FILES_MINUTES=60` tries what the specification names; every run of the tests has less time. */
const MINUTES = Number(process.env.BIG_FILES_MINUTES ?? 10);
const QUAY = { longitude: 2.3411, latitude: 48.8571, accuracy: 5 };
const MB = 1_000_000;
/** What all of the browser's processes may take beyond what they took before, whatever the length of the file. */
const GROWTH_MAX_MB = 250;
/** The longest that one step may take on a machine that has much else to do. */
const PATIENCE_MS = 120_000 + MINUTES * 20_000;

const words = strings.drops;

const FILES: Readonly<Record<string, (path: string) => Promise<void>>> = {
  caf: (path) => writeLongCaf(path, MINUTES * 60),
  mp3: (path) => writeLongMp3(path, audioFixture('vbr-with-cover.mp3'), MINUTES * 60),
  m4a: (path) => writeLongM4a(path, audioFixture('moov-at-end.m4a'), MINUTES * 60),
};

describe(`a file of ${MINUTES} minutes`, () => {
  let folder: string;
  let server: TestServer;
  let browser: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-big-'));
    for (const [ending, write] of Object.entries(FILES)) await write(join(folder, `long.${ending}`));
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    // As people have it: in a private window what is kept on the device is kept in memory.
    browser = await openProfile(join(folder, 'profile'));
    await browser.grantPermissions(['geolocation'], { origin: server.origin });
    await browser.setGeolocation(QUAY);
    page = await browser.newPage();
    await page.goto(`${server.origin}/createaccount`);
    await signUp(page, { name: 'Ana', email: 'ana@example.org', password: 'un long mot de passe' });
    await createParcours(page, 'Les quais', 'Une voix au bord de la Seine.');
  }, PATIENCE_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(FILES))(
    'of kind %s is converted and sent within bounded memory, and both are seen to go on',
    async (ending) => {
      const idle = await browserMemory();
      const watch = watchMemory();
      await page.getByRole('button', { name: words.open }).click();
      const sheet = page.getByRole('dialog', { name: words.title });
      await sheet.getByRole('radio', { name: words.here }).check();
      await sheet.getByLabel(words.name).fill(ending);
      const startedMs = performance.now();
      await sheet.getByLabel(words.chooseFile).setInputFiles(join(folder, `long.${ending}`));
      await seeProgress(page, words.converting);
      await sheet.getByRole('img', { name: words.waveform }).waitFor({ timeout: PATIENCE_MS });
      const convertedMs = performance.now();
      const converted = { ...watch.most };
      await sheet.getByRole('button', { name: words.save }).click();
      await seeProgress(page, outboxStrings.phases.sending);
      await sheet.getByText(words.saved).waitFor({ timeout: PATIENCE_MS });
      await watch.stop();
      print(ending, [
        ['converting', converted, idle, convertedMs - startedMs],
        ['and sending', watch.most, idle, performance.now() - convertedMs],
      ]);
      await sheet.getByRole('button', { name: words.listen }).click();
      await sheet.waitFor({ state: 'detached' });

      const place = (await listPlaces(page)).find(({ appelation }) => appelation === ending);
      const kept = await fetch(server.origin + (place?.media?.data.link ?? ''), { headers: { Range: 'bytes=0-0' } });
      const bytes = Number(kept.headers.get('Content-Range')?.split('/')[1]);
      expect(bytes / (44_100 * 4 * 60)).toBeCloseTo(MINUTES, 0);
      expect(await readdir(join(server.dataDir, 'drop-ici.resumable'))).toEqual([]);
      expect((watch.most.all - idle.all) / MB).toBeLessThan(GROWTH_MAX_MB);
    },
    3 * PATIENCE_MS,
  );
});

/** Waits until a bar says that something is done, and not all. */
async function seeProgress(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('progressbar', { name });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow', { timeout: PATIENCE_MS })), {
      timeout: PATIENCE_MS,
    })
    .toBeGreaterThan(0);
}

function print(ending: string, rows: readonly (readonly [string, BrowserMemory, BrowserMemory, number])[]): void {
  for (const [what, most, idle, tookMs] of rows) {
    const grown = (part: keyof BrowserMemory): string => ((most[part] - idle[part]) / MB).toFixed(0);
    console.log(
      `${ending}, ${MINUTES} min, ${what}: all processes ${grown('all')} MB above ${(idle.all / MB).toFixed(0)}, ` +
        `pages ${grown('pages')}, browser ${grown('browser')}; ${(tookMs / 1000).toFixed(0)} s`,
    );
  }
}
