import { expect, it } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { PART_BYTES } from '../../../app/platform/net/audio-upload.ts';
import { recordedS } from '../../e2e/steps.ts';
import {
  openMap,
  PROBE,
  placesNamed,
  QUAY,
  type RecordingStage,
  saveButton,
  stop,
} from '../microphone/recording-stage.ts';
import { align, channelOf, correlation, soundingPart } from '../microphone/sound.ts';

const RATE_HZ = 44_100;
const words = recordStrings;

/**
 * Tests a recording of all that the microphone of the stage hears.
 *
 * @param patience how long the test and a step of it may take, where that is longer than for others
 */
export function testRecordedSound(
  stage: RecordingStage,
  patience: { readonly testMs?: number; readonly stepMs?: number } = {},
): void {
  it(
    'is what the microphone heard, sample for sample, while the map is moved',
    async () => {
      const phone = await stage.openPhoneOf(stage.ana);
      if (patience.stepMs !== undefined) phone.setDefaultTimeout(patience.stepMs);
      const page = await openMap(phone);
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/v1\/(drop|place)\//.test(pathname) && request.method() !== 'GET') {
          calls.push(`${request.method()} ${pathname.replace(/[\w-]{36}$/, ':session')}`);
        }
      });
      await page.getByRole('button', { name: dropStrings.open }).click();
      await page.getByRole('button', { name: words.start }).click();
      await page.getByRole('timer').waitFor();
      const box = await page.locator('[data-testid="map"]').boundingBox();
      if (box === null) throw new Error('The map has no place on the screen');
      while ((await recordedS(page)) < stage.noiseEndsS + 1) {
        await page.mouse.move(box.x + 100, box.y + 300);
        await page.mouse.down();
        await page.mouse.move(box.x + 250, box.y + 420, { steps: 10 });
        await page.mouse.move(box.x + 100, box.y + 300, { steps: 10 });
        await page.mouse.up();
      }
      const popup = await stop(page);
      await popup.getByLabel(dropStrings.name).fill('Le vent');
      await saveButton(popup).click();
      await page.getByText(dropStrings.saved).waitFor();

      const sent = [...calls];
      const [place] = await placesNamed(page, 'Le vent');
      expect(place?.feature.coordinates).toEqual(QUAY);
      const wav = await stage.fetchAudio(place);
      expectSameSound(stage, wav);
      expectCalls(sent, wav.length > PART_BYTES);
    },
    patience.testMs,
  );
}

function expectSameSound({ sound }: RecordingStage, wav: Uint8Array): void {
  for (const [channel, fed] of sound.entries()) {
    const kept = channelOf(wav, channel);
    const [was, is] = [soundingPart(fed), soundingPart(kept)];
    expect(Math.abs(is.end - is.start - (was.end - was.start)) / RATE_HZ).toBeLessThan(0.02);
    const from = align(kept, fed.subarray(was.start, was.start + PROBE), is.start, 200);
    const count = was.end - was.start;
    const heard = fed.subarray(was.start, was.end);
    expect(correlation(kept.subarray(from, from + count), heard)).toBeGreaterThan(0.99);
    // Had a block been dropped or doubled, what follows would stand elsewhere.
    for (let at = 0; at + PROBE <= count; at += RATE_HZ / 2) {
      const part = heard.subarray(at, at + PROBE);
      expect(correlation(kept.subarray(from + at, from + at + PROBE), part)).toBeGreaterThan(0.99);
    }
  }
}

/** Expects the calls of one drop, in their order: what is long goes in parts. */
function expectCalls(calls: readonly string[], isLong: boolean): void {
  const parts = ['POST /v1/drop/resumable', 'PATCH /v1/drop/resumable/:session', 'POST /v1/drop/finish-upload'];
  expect(calls.filter((call, index) => call !== calls[index - 1])).toEqual([
    'POST /v1/drop/start-recording',
    'POST /v1/place/places',
    ...(isLong ? parts : ['POST /v1/drop/upload/:session']),
    'PUT /v1/place/places',
  ]);
  if (!isLong) expect(calls).toHaveLength(4);
}
