import { describe, expect, it } from 'vitest';
import { locationStrings } from '../../../app/platform/strings/location.ts';
import { outboxStrings } from '../../../app/platform/strings/outbox.ts';
import { strings } from '../../../app/platform/strings.ts';
import { parseWavHeader } from '../../../audio-wasm/wav.ts';
import { faultsOn } from '../../support/axe.ts';
import { openBrowserWithMicrophone } from '../../support/browser.ts';
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
import { addMember, signUp } from '../../support/people.ts';
import { testRecordedSound } from '../../support/soak/recorded-sound.ts';
import { listPlaces, mapReady, moveTo, recordedS } from '../steps.ts';

const BRIDGE: [number, number] = [2.3425, 48.8579];
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
const words = strings.record;

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
    await popup.getByLabel(strings.drops.name).fill('Autrement');
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
    await popup.getByRole('button', { name: strings.drops.play }).click();
    await popup.getByRole('button', { name: strings.drops.pause }).waitFor();
    await popup.getByLabel(strings.drops.name).fill('Rescapé');
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

  it('can be put aside, taken up again and discarded, which leaves nothing', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    await popup.getByLabel(strings.drops.name).fill('Plus tard');
    await popup.getByRole('button', { name: strings.app.close }).click();
    await page.getByRole('button', { name: words.later }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.reload();
    await page.getByRole('button', { name: words.found }).click();
    const found = page.getByRole('dialog', { name: words.found });
    expect(await found.getByLabel(strings.drops.name).inputValue()).toBe('Plus tard');
    await found.getByRole('button', { name: strings.drops.play }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.discard }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => placesNamed(page, 'drop')).toEqual([]);
    await page.reload();
    await mapReady(page);
    await page.getByRole('button', { name: words.start }).waitFor();
    expect(await page.getByRole('button', { name: words.found }).count()).toBe(0);
  });

  it('can be saved as soon as it is kept with its place, and makes one only where its answer was lost', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    let refuse = (): void => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    let isFirst = true;
    await page.route('**/v1/place/places', async (route) => {
      await refused;
      // The first reaches the server all the same: only the answer is lost.
      if (isFirst) await route.fetch();
      isFirst = false;
      await route.abort('connectionreset');
    });
    await recordFor(page, 1);
    await moveTo(page, BRIDGE);
    const popup = await stop(page);
    await popup.getByRole('button', { name: strings.drops.play }).waitFor();
    await popup.getByText(outboxStrings.phases.creating).waitFor();
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    expect(await faultsOn(page)).toEqual([]);
    refuse();
    await popup.getByText(outboxStrings.offline).waitFor();
    // It is tried by itself too, which takes the button away for as long.
    await popup.getByRole('button', { name: outboxStrings.retryNow }).click();
    await page.unroute('**/v1/place/places');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const made = await placesNamed(page, 'drop');
    expect(made).toMatchObject([{ feature: { coordinates: BRIDGE }, media: { data: {} } }]);
  });

  it('that could not be sent is sent again by itself, to the same place', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    await page.route('**/v1/drop/upload/*', (route) => route.abort('connectionreset'));
    await recordFor(page, 1);
    const popup = await stop(page);
    await popup.getByText(outboxStrings.offline).waitFor();
    await page.unroute('**/v1/drop/upload/*');
    await popup.getByLabel(strings.drops.name).fill('Deux fois');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect(await placesNamed(page, 'Deux fois')).toMatchObject([{ media: { data: {} } }]);
  });

  it('can be done again: the first one goes with its place', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    const before = (await listPlaces(page)).length;
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(() => saveButton(popup).isEnabled()).toBe(true);
    await expect.poll(async () => (await listPlaces(page)).length).toBe(before + 1);
    const first = (await listPlaces(page)).at(-1)?.id;
    await popup.getByRole('button', { name: words.redo }).click();
    await page.getByRole('button', { name: words.keep }).click();
    expect(await listPlaces(page)).toHaveLength(before + 1);
    await popup.getByRole('button', { name: words.redo }).click();
    await page.getByRole('dialog', { name: words.redoTitle }).getByRole('button', { name: words.redo }).click();

    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await expect.poll(async () => (await listPlaces(page)).length).toBe(before);
    expect((await listPlaces(page)).map(({ id }) => id)).not.toContain(first);
    const second = await stop(page);
    await saveButton(second).click();
    await page.getByText(words.saved).waitFor();
    expect(await listPlaces(page)).toHaveLength(before + 1);
  });

  it('closed for good takes its place along, but a stray tap beside the popup does not', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    const before = (await listPlaces(page)).length;
    await recordFor(page, 1);
    const popup = await stop(page);
    await expect.poll(async () => (await listPlaces(page)).length).toBe(before + 1);
    await page.mouse.click(200, 40);
    await page.getByRole('button', { name: words.keep }).click();
    expect(await listPlaces(page)).toHaveLength(before + 1);
    await popup.getByRole('button', { name: strings.app.close }).click();
    await page.getByRole('button', { name: words.discard }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => (await listPlaces(page)).length).toBe(before);
    expect(await page.getByRole('button', { name: words.found }).count()).toBe(0);
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
    await popup.getByLabel(strings.drops.name).fill('Sans session');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const [place] = await placesNamed(page, 'Sans session');
    expect(place?.media?.data.length).toBeGreaterThan(1.9);
    expect(place?.media?.data.length).toBeLessThan(Number(shown?.split(':')[1]) + 1 + resumedForS);
  });

  it('goes to its place without its session when the server does not know that any more', async () => {
    const page = await openMap(await openPhoneOf(stage.ana));
    const lost = { sessionId: crypto.randomUUID() };
    await page.route('**/v1/drop/start-recording', (route) => route.fulfill({ json: lost }), { times: 1 });
    const refusal = page.waitForResponse(`**/v1/drop/upload/${lost.sessionId}`);
    await recordFor(page, 1);
    const popup = await stop(page);
    expect((await refusal).status()).toBe(404);
    await popup.getByLabel(strings.drops.name).fill('Session perdue');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect(await placesNamed(page, 'Session perdue')).toMatchObject([{ media: { data: {} } }]);
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
    await popup.getByLabel(strings.drops.name).fill('Mono');
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
    await popup.getByLabel(strings.drops.name).fill('Débranché');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    expect((await placesNamed(page, 'Débranché'))[0]?.media?.data.length).toBeGreaterThan(0.9);
  });

  it('is not to be had without a position, and guests are not offered it', async () => {
    const phone = await openPhoneOf(stage.ana);
    await phone.clearPermissions();
    const page = await openMap(phone);
    await page.getByRole('button', { name: locationStrings.later }).click();
    expect(await page.getByRole('button', { name: words.startUnplaced }).isDisabled()).toBe(true);

    const gast = await signUp(stage.origin, 'Gast', 'guest');
    await addMember(stage.origin, stage.ana, stage.mapId, gast, 'drop');
    const visit = await openMap(await openPhoneOf(gast));
    await visit.getByRole('button', { name: strings.walk.start }).waitFor();
    expect(await visit.getByRole('button', { name: new RegExp(words.start) }).count()).toBe(0);
  });

  it('is not begun where the microphone is refused: the reason is said, and nothing is left', async () => {
    const deaf = await openBrowserWithMicrophone(null);
    try {
      const page = await openMap(await openPhoneOf(stage.ana, deaf));
      const calls: string[] = [];
      page.on('request', (request) => calls.push(new URL(request.url()).pathname));
      await page.getByRole('button', { name: words.start }).click();
      await page.getByRole('alert').getByText(words.microphone.refused).waitFor();
      expect(calls).not.toContain('/v1/drop/start-recording');
      await page.getByRole('button', { name: strings.app.dismiss }).last().click();
      expect(await page.getByText(words.microphone.refused).count()).toBe(0);
      expect(await page.getByRole('button', { name: words.start }).isEnabled()).toBe(true);
      await page.reload();
      await mapReady(page);
      expect(await page.getByRole('button', { name: words.found }).count()).toBe(0);
    } finally {
      await deaf.close();
    }
  });
});
