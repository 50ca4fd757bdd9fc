import { describe, expect, it } from 'vitest';
import { dropStrings } from '../../../app/words/drops/drop.ts';
import { outboxStrings } from '../../../app/words/drops/outbox.ts';
import { recordStrings } from '../../../app/words/drops/record.ts';
import { parseWavHeader } from '../../../audio-wasm/wav.ts';
import { faultsOn } from '../../support/axe.ts';
import {
  openMap,
  PROBE,
  placesNamed,
  recordFor,
  saveButton,
  stageRecordings,
  stop,
} from '../../support/microphone/recording-stage.ts';
import { align, channelOf, correlation, soundingPart } from '../../support/microphone/sound.ts';
import { testRecordedSound } from '../../support/soak/recorded-sound.ts';
import { recordedS } from '../steps.ts';

const RATE_HZ = 44_100;
const NOISE_S = 6;
/** What a killed page may lose of a recording that runs. */
const LOST_S = 1;
/** Samples that are compared at a time where the browser may slip. */
const STRETCH = RATE_HZ / 10;
/**
 * What Chromium takes from a microphone at a time. Into an audio context, whose clock is another one, it lets a silent one
 * slip when the machine is busy, or leaves one out: nothing that a page could mend.
 */
const MICROPHONE_BUFFER = RATE_HZ / 100;
const words = recordStrings;

describe('a recording', () => {
  const stage = stageRecordings(NOISE_S);
  const { sound, openPhoneOf, fetchAudio } = stage;

  testRecordedSound(stage);

  it('is heard by an AudioWorklet, in stereo, where the browser does not hand out the sound itself', async () => {
    const phone = await openPhoneOf(stage.ana);
    await phone.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor'));
    const page = await openMap(phone);
    await recordFor(page, 3);
    const popup = await stop(page);
    await popup.getByText(outboxStrings.phases.sent).waitFor();
    await popup.getByLabel(dropStrings.name).fill('Autrement');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const wav = await fetchAudio((await placesNamed(page, 'Autrement'))[0]);
    expect(parseWavHeader(wav, wav.length)).toMatchObject({ channels: 2, sampleRateHz: RATE_HZ, isWhole: true });
    for (const [channel, fed] of sound.entries()) {
      const kept = channelOf(wav, channel);
      const { start, end } = soundingPart(fed);
      const first = align(kept, fed.subarray(start, start + PROBE), soundingPart(kept).start, 200);
      const count = Math.min(end - start, kept.length - first) - MICROPHONE_BUFFER;
      let from = first;
      const unlike: number[] = [];
      for (let at = 0; at + STRETCH <= count; at += STRETCH) {
        const part = fed.subarray(start + at, start + at + STRETCH);
        if (correlation(kept.subarray(from + at, from + at + STRETCH), part) > 0.99) continue;
        unlike.push(at / STRETCH);
        from = align(kept, part, from + at, 2 * MICROPHONE_BUFFER) - at;
      }
      expect(count).toBeGreaterThan(RATE_HZ);
      // One slip spoils the stretch that it is in, and the next where that could not be found again.
      expect(unlike.length, `unlike: ${unlike}`).toBeLessThanOrEqual(2);
      expect([-1, 0, 1].map((buffers) => buffers * MICROPHONE_BUFFER)).toContain(from - first);
    }
  });

  it('outlives a tab that is killed in the middle of it: it is offered on the next start', async () => {
    const phone = await openPhoneOf(stage.ana);
    const page = await openMap(phone);
    const seconds = 4;
    await recordFor(page, seconds);
    const devtools = await phone.newCDPSession(page);
    await Promise.race([devtools.send('Page.crash').catch(() => {}), page.waitForEvent('crash')]);
    await page.close();

    const again = await openMap(phone);
    await again.getByRole('button', { name: words.found }).click();
    const popup = again.getByRole('dialog', { name: words.found });
    await popup.getByRole('button', { name: dropStrings.play }).click();
    await popup.getByRole('button', { name: dropStrings.pause }).waitFor();
    await popup.getByLabel(dropStrings.name).fill('Rescapé');
    await saveButton(popup).click();
    await again.getByText(words.saved).waitFor();
    expect(await again.getByRole('button', { name: words.found }).count()).toBe(0);

    const kept = channelOf(await fetchAudio((await placesNamed(again, 'Rescapé'))[0]), 0);
    expect(kept.length / RATE_HZ).toBeGreaterThan(seconds - LOST_S);
    const [fed = new Float32Array()] = sound;
    const [was, is] = [soundingPart(fed), soundingPart(kept)];
    const from = align(kept, fed.subarray(was.start, was.start + PROBE), is.start, 200);
    const count = kept.length - from;
    expect(correlation(kept.subarray(from), fed.subarray(was.start, was.start + count))).toBeGreaterThan(0.99);
  });

  it('goes on without a session, and says so; a pause is not in it', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    await page.route('**/v1/drop/start-recording', (route) => route.fulfill({ json: {} }), { times: 1 });
    await recordFor(page, 1);
    await page.getByText(words.noSession).waitFor();
    await page.getByRole('button', { name: words.pause }).click();
    const paused = page.getByRole('region', { name: words.pausedState });
    await paused.waitFor();
    const shown = await page.getByRole('timer').textContent();
    expect(await faultsOn(page)).toEqual([]);
    await expect(
      paused
        .getByRole('timer')
        .filter({ hasNotText: shown ?? '' })
        .waitFor({ timeout: 2500 }),
    ).rejects.toThrow('Timeout');
    const resumedMs = performance.now();
    await page.getByRole('button', { name: words.resume }).click();
    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    const popup = await stop(page);
    const resumedForS = (performance.now() - resumedMs) / 1000;
    await popup.getByLabel(dropStrings.name).fill('Sans session');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const [place] = await placesNamed(page, 'Sans session');
    expect(place?.media?.data.length).toBeGreaterThan(1.9);
    expect(place?.media?.data.length).toBeLessThan(Number(shown?.split(':')[1]) + 1 + resumedForS);
  });

  it('is mono where there is no AudioWorklet, and the browser asks before it is left', async () => {
    const phone = await openPhoneOf(stage.ana);
    await phone.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor');
      Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet');
    });
    const page = await openMap(phone);
    await recordFor(page, 2);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const warning = await asked;
    expect(warning.type()).toBe('beforeunload');
    await warning.dismiss();
    const popup = await stop(page);
    await popup.getByLabel(dropStrings.name).fill('Mono');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const wav = await fetchAudio((await placesNamed(page, 'Mono'))[0]);
    const format = parseWavHeader(wav, wav.length);
    expect(format).toMatchObject({ channels: 1, sampleRateHz: RATE_HZ, bitsPerSample: 16, isWhole: true });
    expect(format.durationS).toBeGreaterThan(1.9);
  });

  it('says when the server starts no session, when a call takes the microphone, and when that goes', async () => {
    const phone = await openPhoneOf(stage.ana);
    await phone.addInitScript(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await ask(wanted);
        const [track] = stream.getTracks();
        // What a system does to a track, which no test can make it do.
        for (const muted of [true, false]) {
          document.addEventListener(muted ? 'call' : 'hang-up', () => {
            Object.defineProperty(track, 'muted', { value: muted, configurable: true });
            track?.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
          });
        }
        document.addEventListener('unplug', () => {
          track?.stop();
          track?.dispatchEvent(new Event('ended'));
        });
        return stream;
      };
    });
    const page = await openMap(phone);
    await page.route('**/v1/drop/start-recording', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await recordFor(page, 1);
    await page.getByText(words.startFailed).waitFor();
    const tell = (what: string) => page.evaluate((type) => document.dispatchEvent(new Event(type)), what);
    await tell('call');
    await page.getByText(words.interrupted).waitFor();
    const stoodAt = (await page.getByRole('timer').textContent()) ?? '';
    await expect(page.getByRole('timer').filter({ hasNotText: stoodAt }).waitFor({ timeout: 2500 })).rejects.toThrow(
      'Timeout',
    );
    await tell('hang-up');
    await page.getByText(words.interrupted).waitFor({ state: 'detached' });
    await page.getByRole('timer').filter({ hasNotText: stoodAt }).waitFor();
    await tell('unplug');
    const popup = page.getByRole('dialog', { name: words.title });
    await popup.getByRole('alert').getByText(words.unplugged).waitFor();
    await popup.getByLabel(dropStrings.name).fill('Débranché');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect((await placesNamed(page, 'Débranché'))[0]?.media?.data.length).toBeGreaterThan(0.9);
  });
});
