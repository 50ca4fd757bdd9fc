import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { audioFixture, listPlaces, mapScreenReady } from '../../e2e/steps.ts';
import { writeLongCaf, writeLongM4a, writeLongMp3 } from '../audio/long-audio.ts';
import { openPhoneOnDiskWithoutMap } from '../phone/browser.ts';
import { type BrowserMemory, browserMemory, watchMemory } from '../phone/chromium-memory.ts';
import { recordProgress, takeProgress } from '../phone/progress-record.ts';
import { droppingTo, loggedInStorage } from '../phone/use-phones.ts';
import { makeParcours, signUp } from '../server/people.ts';
import { useServer } from '../server/use-server.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const MB = 1_000_000;
const WAV_BYTES_PER_S = 44_100 * 4;
/**
 * What all of the browser's processes may take beyond what they took before, whatever the length of the file: half of an hour's
 * WAV. Chromium 156 takes 270 to 290 for a CAF of 60 or 90 minutes, of which the converter's first use is 190.
 */
const GROWTH_MAX_MB = 320;
/** A file repeats a sound of 3 s, and ends with a whole one. */
const LONGER_MAX_S = 4;

const words = dropStrings;

const FILES = {
  caf: writeLongCaf,
  mp3: (path: string, durationS: number) => writeLongMp3(path, audioFixture('vbr-with-cover.mp3'), durationS),
  m4a: (path: string, durationS: number) => writeLongM4a(path, audioFixture('moov-at-end.m4a'), durationS),
};

const KINDS = Object.keys(FILES) as (keyof typeof FILES)[];

/** Tests that files of the given minutes are converted and sent. */
export function testBigFiles(minutes: number): void {
  /** The longest that one step may take on a machine that has much else to do. */
  const patienceMs = 120_000 + minutes * 20_000;

  describe(`a file of ${minutes} min`, () => {
    const server = useServer();
    let folder: string;
    let browser: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'drop-ici-big-'));
      for (const kind of KINDS) await FILES[kind](join(folder, `long.${kind}`), minutes * 60);
      const ana = await signUp(server.origin, 'Ana');
      const id = await makeParcours(server.origin, ana, 'Les quais');
      const storageState = loggedInStorage(server.origin, ana, droppingTo(id));
      // As people have it: in a private window what is kept on the device is kept in memory.
      browser = await openPhoneOnDiskWithoutMap(join(folder, 'profile'), null, server.origin, QUAY, { storageState });
      await recordProgress(browser);
      page = await browser.newPage();
      await page.goto('/home');
      await mapScreenReady(page);
    }, patienceMs);
    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(KINDS)(
      'of kind %s is converted and sent within bounded memory, and both are seen to go on',
      async (ending) => {
        const idle = await browserMemory();
        const watch = watchMemory();
        onTestFinished(watch.stop);
        await page.getByRole('button', { name: words.open }).click();
        await page.getByRole('button', { name: words.openFile }).click();
        const sheet = page.getByRole('dialog', { name: words.title });
        await sheet.getByRole('radio', { name: words.here }).check();
        await sheet.getByLabel(words.name).fill(ending);
        const startedMs = performance.now();
        await sheet.getByLabel(words.chooseFile).setInputFiles(join(folder, `long.${ending}`));
        await sheet.getByRole('img', { name: words.waveform }).waitFor({ timeout: patienceMs });
        const convertedMs = performance.now();
        const converted = { ...watch.most };
        await expectGoingOn(page, words.converting);
        await sheet.getByRole('button', { name: words.save }).click();
        await sheet.getByText(words.saved).waitFor({ timeout: patienceMs });
        await watch.stop();
        await expectGoingOn(page, outboxStrings.phases.sending);
        print(`${ending}, ${minutes} min`, [
          ['converting', converted, idle, convertedMs - startedMs],
          ['and sending', watch.most, idle, performance.now() - convertedMs],
        ]);
        await sheet.getByRole('button', { name: words.listen }).click();
        await sheet.waitFor({ state: 'detached' });

        const place = (await listPlaces(page)).find(({ appelation }) => appelation === ending);
        const kept = await fetch(server.origin + (place?.media?.data.link ?? ''), { headers: { Range: 'bytes=0-0' } });
        const keptS = Number(kept.headers.get('Content-Range')?.split('/')[1]) / WAV_BYTES_PER_S;
        expect(Math.abs(keptS - minutes * 60)).toBeLessThan(LONGER_MAX_S);
        expect(await readdir(join(server.dataDir, 'drop-ici.resumable'))).toEqual([]);
        expect((watch.most.all - idle.all) / MB).toBeLessThan(GROWTH_MAX_MB);
      },
      3 * patienceMs,
    );
  });
}

/** Expects that a bar has said that something is done, and not all. */
async function expectGoingOn(page: Page, name: string): Promise<void> {
  const said = await takeProgress(page, name);
  expect(
    said.filter((percent) => percent > 0 && percent < 100),
    `${name}: ${said}`,
  ).not.toEqual([]);
}

function print(what: string, rows: readonly (readonly [string, BrowserMemory, BrowserMemory, number])[]): void {
  for (const [step, most, idle, tookMs] of rows) {
    const grown = (part: keyof BrowserMemory): string => ((most[part] - idle[part]) / MB).toFixed(0);
    console.log(
      `${what}, ${step}: all processes ${grown('all')} MB above ${(idle.all / MB).toFixed(0)}, ` +
        `pages ${grown('pages')}, browser ${grown('browser')}; ${(tookMs / 1000).toFixed(0)} s`,
    );
  }
}
