import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { openBrowserWithMicrophone, openPhone } from '../support/browser.ts';
import { makeParcours, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  align,
  channelOf,
  correlation,
  noiseBetweenSilences,
  soundAsWav,
  soundingPart,
} from '../support/sound.ts';
import { listPlaces, loggedInStorage, mapReady, moveTo } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const RATE_HZ = 44_100;
const SILENCE_S = 6;
const NOISE_S = 20;
const words = strings.record;

describe('a recording', () => {
  const sound = noiseBetweenSilences(SILENCE_S, NOISE_S);
  let folder: string;
  let server: TestServer;
  let browser: Browser;
  let person: Person;
  let mapId: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-mic-'));
    await writeFile(join(folder, 'heard.wav'), soundAsWav(sound));
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    person = await signUp(server.origin, 'Ana');
    mapId = await makeParcours(server.origin, person);
    browser = await openBrowserWithMicrophone(join(folder, 'heard.wav'));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function openMap(phone?: BrowserContext): Promise<Page> {
    const context =
      phone ??
      (await openPhone(browser, server.origin, QUAY, {
        storageState: loggedInStorage(server.origin, person, {
          selectedParcours: JSON.stringify([mapId]),
          parcoursBeingCreated: JSON.stringify({
            id: mapId,
            title: 'Le quai',
            description: 'Le quai, pas à pas',
            privilege: 'admin',
          }),
        }),
      }));
    const page = await context.newPage();
    page.on('console', (m) => console.log('CONSOLE', m.text()));
    page.on('pageerror', (m) => console.log('PAGEERR', m));
    await page.goto('/home');
    await mapReady(page);
    return page;
  }

  it('is what the microphone heard, sample for sample, while the map is moved', async () => {
    const page = await openMap();
    await page.getByRole('button', { name: words.start }).click();
    await page.getByRole('timer').waitFor();
    const stopAtMs = Date.now() + (SILENCE_S + NOISE_S + 1.5) * 1000;
    const map = page.locator('[data-testid="map"]');
    while (Date.now() < stopAtMs) {
      const box = await map.boundingBox();
      if (box === null) throw new Error('The map has no place');
      await page.mouse.move(box.x + 100, box.y + 300);
      await page.mouse.down();
      await page.mouse.move(box.x + 250, box.y + 420, { steps: 20 });
      await page.mouse.move(box.x + 100, box.y + 300, { steps: 20 });
      await page.mouse.up();
    }
    await page.getByRole('button', { name: words.stop }).click();
    const sheet = page.getByRole('dialog', { name: words.title });
    await sheet.getByLabel(strings.drops.name).fill('Le vent');
    await sheet.getByRole('button', { name: strings.drops.save, exact: true }).click();
    await page.getByText(words.saved).waitFor();
    const [place] = (await listPlaces(page)).filter(({ appelation }) => appelation === 'Le vent');
    expect(place?.feature.coordinates).toEqual(QUAY);
    const link = place?.media?.data.link ?? '';
    const wav = new Uint8Array(await (await fetch(server.origin + link)).arrayBuffer());
    await writeFile('/tmp/seven-last.wav', wav);

    for (const channel of [0, 1]) {
      const fed = sound[channel] ?? new Float32Array();
      const kept = channelOf(wav, channel);
      const [was, is] = [soundingPart(fed), soundingPart(kept)];
      console.log(was, is, kept.length, (is.end - is.start - (was.end - was.start)) / RATE_HZ);
      const probe = fed.subarray(was.start, was.start + 8192);
      const offset = align(kept, probe, is.start, 400);
      const count = was.end - was.start;
      console.log('offset', offset - is.start, correlation(kept.subarray(offset, offset + count), fed.subarray(was.start, was.end)));
      for (let at = 0; at + 8192 < count; at += 44100) {
        const o = align(kept, fed.subarray(was.start + at, was.start + at + 4096), offset + at, 100);
        console.log(at / 44100, o - offset - at, correlation(kept.subarray(o, o + 4096), fed.subarray(was.start + at, was.start + at + 4096)));
      }
    }
    await page.context().close();
  });
});
