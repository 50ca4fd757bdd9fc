import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PART_BYTES } from '../../app/platform/audio-upload.ts';
import { locationStrings } from '../../app/platform/strings/location.ts';
import { outboxStrings } from '../../app/platform/strings/outbox.ts';
import { strings } from '../../app/platform/strings.ts';
import { parseWavHeader } from '../../audio-wasm/wav.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { faultsOn } from '../support/axe.ts';
import { openBrowserWithMicrophone, openPhone } from '../support/browser.ts';
import {
  align,
  channelOf,
  correlation,
  noiseBetweenSilences,
  soundAsWav,
  soundingPart,
} from '../support/microphone/sound.ts';
import { addMember, makeParcours, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listPlaces, loggedInStorage, mapReady, moveTo, recordedS } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const BRIDGE: [number, number] = [2.3425, 48.8579];
const RATE_HZ = 44_100;
const SILENCE_S = 1.5;
/** `RECORDING_TEST_S=600` makes it ten minutes; give vitest a `--testTimeout` to match. */
const NOISE_S = Number(process.env.RECORDING_TEST_S ?? 20);
/** A stretch of the sound that is looked for in the recording. */
const PROBE = 8192;
/** Samples that are compared at a time where the browser may slip. */
const STRETCH = RATE_HZ / 10;
/**
 * What Chromium takes from a microphone at a time. Into an audio context, whose clock is another one, it lets a silent one
 * slip when the machine is busy, or leaves one out: nothing that a page could mend.
 */
const MICROPHONE_BUFFER = RATE_HZ / 100;
const words = strings.record;

describe('a recording', () => {
  const sound = noiseBetweenSilences(SILENCE_S, NOISE_S);
  let folder: string;
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let mapId: ParcoursId;
  const phones: BrowserContext[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-mic-'));
    await writeFile(join(folder, 'heard.wav'), soundAsWav(sound));
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    ana = await signUp(server.origin, 'Ana');
    mapId = await makeParcours(server.origin, ana);
    browser = await openBrowserWithMicrophone(join(folder, 'heard.wav'));
  });
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function openPhoneOf(person: Person, inBrowser = browser): Promise<BrowserContext> {
    const created = { id: mapId, title: 'Le quai', description: 'Le quai, pas à pas', privilege: 'admin' };
    const storageState = loggedInStorage(server.origin, person, {
      selectedParcours: JSON.stringify([mapId]),
      parcoursBeingCreated: JSON.stringify(created),
    });
    const phone = await openPhone(inBrowser, server.origin, QUAY, { storageState });
    phones.push(phone);
    return phone;
  }

  async function openMap(phone: BrowserContext): Promise<Page> {
    const page = await phone.newPage();
    await page.goto('/home');
    await mapReady(page);
    return page;
  }

  /** Seconds that the timer shows. */
  /** Records until the timer shows so many seconds. */
  async function recordFor(page: Page, seconds: number): Promise<void> {
    await page.getByRole('button', { name: words.start }).click();
    await expect.poll(() => recordedS(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(seconds);
  }

  async function stop(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: words.stop }).click();
    const popup = page.getByRole('dialog', { name: words.title });
    await popup.waitFor();
    return popup;
  }

  const saveButton = (popup: Locator): Locator => popup.getByRole('button', { name: strings.drops.save, exact: true });

  async function placesNamed(page: Page, name: string): Promise<Place[]> {
    return (await listPlaces(page)).filter(({ appelation }) => appelation === name);
  }

  async function fetchAudio(place: Place | undefined): Promise<Uint8Array> {
    const link = place?.media?.data.link;
    if (link === undefined) throw new Error('The place has no audio');
    return new Uint8Array(await (await fetch(server.origin + link)).arrayBuffer());
  }

  it('is what the microphone heard, sample for sample, while the map is moved', async () => {
    const page = await openMap(await openPhoneOf(ana));
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/v1\/(drop|place)\//.test(pathname) && request.method() !== 'GET') {
        calls.push(`${request.method()} ${pathname.replace(/[\w-]{36}$/, ':session')}`);
      }
    });
    await page.getByRole('button', { name: words.start }).click();
    await page.getByRole('timer').waitFor();
    const box = await page.locator('[data-testid="map"]').boundingBox();
    if (box === null) throw new Error('The map has no place on the screen');
    while ((await recordedS(page)) < SILENCE_S + NOISE_S + 1) {
      await page.mouse.move(box.x + 100, box.y + 300);
      await page.mouse.down();
      await page.mouse.move(box.x + 250, box.y + 420, { steps: 10 });
      await page.mouse.move(box.x + 100, box.y + 300, { steps: 10 });
      await page.mouse.up();
    }
    const popup = await stop(page);
    await popup.getByLabel(strings.drops.name).fill('Le vent');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();

    const [place] = await placesNamed(page, 'Le vent');
    expect(place?.feature.coordinates).toEqual(QUAY);
    const wav = await fetchAudio(place);
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
    // What is long goes in parts.
    const isLong = wav.length > PART_BYTES;
    const parts = ['POST /v1/drop/resumable', 'PATCH /v1/drop/resumable/:session', 'POST /v1/drop/finish-upload'];
    const told = calls.filter((call) => call !== 'POST /v1/place/places/by-map-ids');
    expect(told.filter((call, index) => call !== told[index - 1])).toEqual([
      'POST /v1/drop/start-recording',
      'POST /v1/place/places',
      ...(isLong ? parts : ['POST /v1/drop/upload/:session']),
      'PUT /v1/place/places',
    ]);
    if (!isLong) expect(told).toHaveLength(4);
  });

  it('is heard by an AudioWorklet, in stereo, where the browser does not hand out the sound itself', async () => {
    const phone = await openPhoneOf(ana);
    await phone.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor'));
    const page = await openMap(phone);
    await recordFor(page, 4);
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
    const phone = await openPhoneOf(ana);
    const page = await openMap(phone);
    await recordFor(page, 5);
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
    expect(kept.length / RATE_HZ).toBeGreaterThan(4);
    const [fed = new Float32Array()] = sound;
    const [was, is] = [soundingPart(fed), soundingPart(kept)];
    const from = align(kept, fed.subarray(was.start, was.start + PROBE), is.start, 200);
    const count = kept.length - from;
    expect(correlation(kept.subarray(from), fed.subarray(was.start, was.start + count))).toBeGreaterThan(0.99);
  });

  it('can be put aside, taken up again and discarded, which leaves nothing', async () => {
    const page = await openMap(await openPhoneOf(ana));
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
    const page = await openMap(await openPhoneOf(ana));
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
    const page = await openMap(await openPhoneOf(ana));
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
    const page = await openMap(await openPhoneOf(ana));
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
    const page = await openMap(await openPhoneOf(ana));
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
    const page = await openMap(await openPhoneOf(ana));
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
    await expect.poll(() => recordedS(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    const popup = await stop(page);
    const resumedForS = (performance.now() - resumedMs) / 1000;
    await popup.getByLabel(strings.drops.name).fill('Sans session');
    await saveButton(popup).click();
    await page.getByText(words.saved).waitFor();
    const [place] = await placesNamed(page, 'Sans session');
    expect(place?.media?.data.length).toBeGreaterThan(2.9);
    expect(place?.media?.data.length).toBeLessThan(Number(shown?.split(':')[1]) + 1 + resumedForS);
  });

  it('goes to its place without its session when the server does not know that any more', async () => {
    const page = await openMap(await openPhoneOf(ana));
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
    const phone = await openPhoneOf(ana);
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
    const phone = await openPhoneOf(ana);
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
    const phone = await openPhoneOf(ana);
    await phone.clearPermissions();
    const page = await openMap(phone);
    await page.getByRole('button', { name: locationStrings.later }).click();
    expect(await page.getByRole('button', { name: words.startUnplaced }).isDisabled()).toBe(true);

    const gast = await signUp(server.origin, 'Gast', 'guest');
    await addMember(server.origin, ana, mapId, gast, 'drop');
    const visit = await openMap(await openPhoneOf(gast));
    await visit.getByRole('button', { name: strings.walk.start }).waitFor();
    expect(await visit.getByRole('button', { name: new RegExp(words.start) }).count()).toBe(0);
  });

  it('is not begun where the microphone is refused: the reason is said, and nothing is left', async () => {
    const deaf = await openBrowserWithMicrophone(null);
    try {
      const page = await openMap(await openPhoneOf(ana, deaf));
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
      phones.length = 0;
    }
  });
});
