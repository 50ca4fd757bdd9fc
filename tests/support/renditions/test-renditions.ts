import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toLoudness } from '../../../audio-wasm/loudness.ts';
import { plainAudioCore } from '../../../audio-wasm/reference/audio.ts';
import { openBrowser } from '../phone/browser.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { type Clip, wavOfClip } from './clips.ts';
import { compareDecoded } from './compare-decoded.ts';
import { renditionMade } from './made.ts';

const TRUE_PEAK_MAX_DB = -1;
const TARGET_LUFS = -16;
const GAIN_MAX_DB = 15;
/** What the encoder leaves out, and the limiter takes. */
const LOUDNESS_OFF_MAX_LU = 0.5;

/** Tests that renditions of these clips, decoded by a browser, agree with their masters. */
export function testRenditions(clips: readonly Clip[]): void {
  const rows: object[] = [];
  let server: TestServer;
  let page: Page;
  let author: Person;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer({ RENDITIONS: '1' });
    author = await signUp(server.origin, 'Author');
    // The one that files share compiles no script well, and comparing is work.
    browser = await openBrowser();
    page = await browser.newPage();
    await page.goto(`${server.origin}/v1/docs`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    console.table(rows);
  });

  async function rendered(clip: Clip) {
    const { origin } = server;
    const wav = wavOfClip(clip);
    // Making it took longer than the server leaves a connection open: the next call must notice that it was closed.
    await nextTurn();
    const placeId = await makePlace(origin, author, await makeParcours(origin, author));
    await upload(origin, author, placeId, wav, { length: clip.durationS });
    return renditionMade(origin, author, placeId);
  }

  test.each(clips.map((clip) => [clip.name, clip] as const))(
    '%s: the rendition begins, ends and sounds like its master',
    async (_, clip) => {
      const { link, rendition, loudness } = await rendered(clip);
      const { pcm, ...compared } = await page.evaluate(compareDecoded, [link, rendition.link] as const);
      const renditionLufs = pcm === null ? null : loudnessOf(pcm, compared.channels);
      expect(compared.masterS).toBeCloseTo(clip.durationS, 3);
      expect(Math.abs(compared.lengthDifferenceMs)).toBeLessThan(30);
      if (clip.kind === 'silence') expect(compared.truePeakDb).toBe(Number.NEGATIVE_INFINITY);
      else expect(Math.abs(compared.lateMs)).toBeLessThan(5);
      if (compared.truePeakDb !== null) expect(compared.truePeakDb).toBeLessThan(TRUE_PEAK_MAX_DB);
      if (clip.kind === 'speech') expect(compared.correlation).toBeGreaterThan(0.99);
      if (clip.kind === 'speech' && renditionLufs !== null && loudness !== null) {
        expect(Math.abs(renditionLufs - Math.min(TARGET_LUFS, loudness + GAIN_MAX_DB))).toBeLessThan(
          LOUDNESS_OFF_MAX_LU,
        );
      }
      rows.push({ clip: clip.name, ...compared, masterLufs: loudness, renditionLufs });
    },
    60_000 + 1000 * Math.max(...clips.map(({ durationS }) => durationS)),
  );
}

/** Integrated loudness of interleaved 16-bit PCM in base64. */
function loudnessOf(pcm: string, channels: number): number {
  const stream = plainAudioCore.startLoudness({ channels, sampleRateHz: 44_100 });
  stream.push(Buffer.from(pcm, 'base64'));
  return toLoudness(stream.finish()).integratedLufs;
}
