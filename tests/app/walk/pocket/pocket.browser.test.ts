import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdPage } from '../../../../app/page/busy.ts';
import { places } from '../../../../app/places/places.ts';
import { playSignal } from '../../../../app/platform/audio/signals.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import type { PocketSignal } from '../../../../app/platform/storage/storage.ts';
import { walkNote } from '../../../../app/platform/storage/tab-notes.ts';
import { location } from '../../../../app/position/location.ts';
import { clearSessionData } from '../../../../app/session/session-end.ts';
import { listening, startListening, switchAutoplay, switchOnSite } from '../../../../app/walk/listening.ts';
import { enterPocket, leavePocket, pocket, signalSettings, switchSignal } from '../../../../app/walk/pocket/pocket.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { longStory } from '../../../support/audio/long-sounds.ts';
import { listedPlace, mediaLink } from '../../../support/samples/listed-place.ts';
import { until } from '../../../support/until.ts';

const bridge = PlaceId.parse(1);
/** The first and the second tone of each signal: no two signals share both. */
const TONES: Readonly<Record<PocketSignal, string>> = {
  story: '659.25,1318.5,880,1760',
  lost: '523.25,1046.5,392,784',
  found: '392,784,523.25,1046.5',
  end: '1046.5,2093,783.99,1567.98',
};

let scope: Scope;
/** The tones sent to the loudspeaker; the real sound is still played. */
let started: OscillatorNode[];

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  const media = { data: mediaLink({ link: longStory() }) };
  places.list = ref([listedPlace(bridge, { feature: { type: 'Point', coordinates: [2.345, 48.855] }, media })]);
  started = [];
  const start = OscillatorNode.prototype.start;
  vi.spyOn(OscillatorNode.prototype, 'start').mockImplementation(function (this: OscillatorNode, atS) {
    started.push(this);
    start.call(this, atS);
  });
});
afterEach(() => {
  scope.dispose();
  clearSessionData();
  places.list = ref([]);
  Object.assign(location, { fix: null, status: 'idle' });
  walkNote.forget();
});

/** The played signals, by their first two tones. */
function heard(): string[] {
  const tones = started.map(({ frequency }) => String(Number(frequency.value.toFixed(2)))).join();
  return Object.entries(TONES).flatMap(([signal, first]) => (tones.includes(first) ? [signal] : []));
}

const audio = (): HTMLAudioElement | null => document.querySelector('audio[data-testid="player"]');

let stamp = 0;
function stand(lng = 2.36): void {
  stamp += 90_000;
  location.fix = { lng, lat: 48.855, accuracyM: 5, headingDeg: null, speedMps: 1, timestampMs: stamp };
}

function walk(): void {
  switchAutoplay(true);
  switchOnSite(true);
  Object.assign(location, { status: 'active' });
  stand();
}

/** The cause of each signal. */
const CAUSES: Readonly<Record<PocketSignal, () => void | Promise<void>>> = {
  async story() {
    stand(2.345);
    await until(() => expect(listening.audio.phase).toBe('playing'));
  },
  async lost() {
    location.status = 'error';
    await Promise.resolve();
  },
  async found() {
    location.status = 'error';
    await Promise.resolve();
    Object.assign(location, { status: 'active' });
    stand(2.361);
    await Promise.resolve();
    stand(2.362);
    await Promise.resolve();
  },
  async end() {
    stand(2.345);
    await until(() => expect(listening.audio.phase).toBe('playing'));
    const element = audio();
    if (element !== null) element.currentTime = element.duration - 0.2;
    await until(() => expect(listening.walk.heard).toEqual([bridge]));
    await until(() => expect(listening.audio.phase).toBe('ready'));
  },
};
const SIGNALS = Object.keys(CAUSES) as PocketSignal[];

/** Waits until what was to sound has begun: signals begin in their turn, and a chime's is the last. */
const settle = (): Promise<void> => playSignal('test');

describe('pocket mode', () => {
  test('starts only on a walk, and ends with it', () => {
    enterPocket();
    expect(pocket.isOn).toBe(false);
    walk();
    enterPocket();
    expect(pocket.isOn).toBe(true);
    switchOnSite(false);
    expect(pocket.isOn).toBe(false);
  });

  test('can end without the walk', () => {
    walk();
    enterPocket();
    leavePocket();
    expect(pocket.isOn).toBe(false);
    expect(listening.walk.onSite).toBe(true);
  });
});

describe.each(SIGNALS)('the signal %s', (signal) => {
  test('is played in pocket mode', async () => {
    walk();
    enterPocket();
    await CAUSES[signal]();
    await until(() => expect(heard()).toContain(signal));
  });

  test('is not played if it is switched off', async () => {
    walk();
    switchSignal(signal, false);
    enterPocket();
    await CAUSES[signal]();
    await settle();
    expect(heard()).not.toContain(signal);
  });

  test('is not played outside pocket mode', async () => {
    walk();
    enterPocket();
    leavePocket();
    await CAUSES[signal]();
    await settle();
    expect(heard()).toEqual([]);
  });
});

test('a story starts once its signal has ended', async () => {
  walk();
  enterPocket();
  let toneEnded = false;
  const play = HTMLMediaElement.prototype.play;
  const endedBefore: boolean[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    endedBefore.push(toneEnded);
    return play.call(this);
  });
  stand(2.345);
  await until(() => expect(heard()).toEqual(['story']));
  expect(endedBefore).toEqual([]);
  started.at(-1)?.addEventListener('ended', () => {
    toneEnded = true;
  });
  await until(() => expect(listening.audio.phase).toBe('playing'));
  expect(started).toHaveLength(4);
  expect(endedBefore).toHaveLength(1);
});

test('no signal is played during a recording', async () => {
  walk();
  enterPocket();
  const release = holdPage('recording');
  await CAUSES.lost();
  await settle();
  release();
  expect(heard()).toEqual([]);
});

test('a switched-off signal stays off until the session ends', () => {
  switchSignal('lost', false);
  switchSignal('end', false);
  switchSignal('end', true);
  expect(JSON.parse(localStorage.getItem('silencedSignals') ?? '')).toEqual(['lost']);
  clearSessionData();
  expect(signalSettings.silenced).toEqual([]);
});
