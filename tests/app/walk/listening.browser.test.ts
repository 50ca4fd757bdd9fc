import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { busy } from '../../../app/page/busy.ts';
import { editorTools, guardDrawing } from '../../../app/parcours/editor-tools.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { walkNote } from '../../../app/platform/storage/tab-notes.ts';
import { STEADY_JUMP_CONFIRM_MS } from '../../../app/position/fix-gate.ts';
import { location } from '../../../app/position/location.ts';
import {
  choosePlace,
  listening,
  pauseStory,
  playPlace,
  playStory,
  resumeStory,
  seekStory,
  setStorySpeed,
  skipStory,
  startListening,
  switchAutoplay,
  switchOnSite,
  tapPlace,
} from '../../../app/walk/listening.ts';
import type { Place } from '../../../contracts/place.ts';
import type { User } from '../../../contracts/user.ts';
import { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { longStory, longWav } from '../../support/audio/long-sounds.ts';
import { answerCalls, type HeardCall, refusal } from '../../support/page/answers.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const bridge = PlaceId.parse(1);
const market = PlaceId.parse(2);
const bench = PlaceId.parse(3);

/** Three places, 150 m apart. */
const LNG = { [bridge]: 2.345, [market]: 2.347, [bench]: 2.349, nowhere: 2.3461 };

function place(id: PlaceId, link: string | null): Place {
  return listedPlace(id, {
    feature: { type: 'Point', coordinates: [LNG[id] ?? 0, 48.855] },
    media: link === null ? null : { data: mediaLink({ link }) },
  });
}

const minute = longStory();
const stories = { bridge: `${minute}#bridge`, market: `${minute}#market`, bench: `${minute}#bench` };

let scope: Scope;
let stamp = 0;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  places.list = ref([place(bridge, stories.bridge), place(market, stories.market), place(bench, null)]);
});

afterEach(() => {
  scope.dispose();
  Object.assign(editorTools, { isOn: false, draws: false });
  places.list = ref([]);
  location.fix = null;
  storage.forgetAll();
  walkNote.forget();
});

const audio = (): HTMLAudioElement | null => document.querySelector('audio[data-testid="player"]');

/** Walks 90 s later, enough time for 150 m, unless another time is given. */
function walkTo(lng: number | undefined, afterMs = 90_000): void {
  stamp += afterMs;
  location.fix = { lng: lng ?? 0, lat: 48.855, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: stamp };
}

const plays = (story: string) =>
  until(() => {
    expect(audio()?.src).toBe(story);
    expect(audio()?.paused).toBe(false);
    expect(audio()?.currentTime).toBeGreaterThan(0);
    expect(listening.audio.phase).toBe('playing');
  });

/** Lets the current story end as if all of it had been played, without a seek by hand. */
function passToEnd(): void {
  const element = audio();
  if (element !== null) element.currentTime = element.duration - 0.2;
}

test('a tapped place loads its story and waits; play and pause work even before it is loaded', async () => {
  tapPlace(bridge);
  expect(listening.audio.phase).toBe('empty');
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(audio()?.src).toBe(stories.bridge);
  await playStory();
  await plays(stories.bridge);
  expect(busy.works).toEqual(['story']);
  pauseStory();
  await until(() => expect(listening.walk.playing).toBe(false));
  expect(busy.works).toEqual([]);
  tapPlace(market);
  await playStory();
  await plays(stories.market);
});

test('a place without audio says so, and plays once it has audio', async () => {
  tapPlace(bench);
  await until(() => expect(listening.noAudio).toBe(true));
  places.list = ref([place(bench, stories.bench)]);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(listening.noAudio).toBe(false);
});

test('a walk plays the right recording at each place, and no heard one starts again', async () => {
  places.list = ref([place(bridge, URL.createObjectURL(longWav(4))), place(market, stories.market)]);
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await until(() => expect(listening.walk).toMatchObject({ selected: bridge, reason: 'nearest', heard: [] }));
  await until(() => expect(listening.walk).toMatchObject({ heard: [bridge], playedAway: [] }));

  walkTo(LNG[market]);
  await plays(stories.market);
  passToEnd();
  await until(() => expect(listening.audio).toMatchObject({ phase: 'ready', positionS: 0 }));

  walkTo(LNG[bridge]);
  await until(() => expect(listening.walk.selected).toBe(bridge));
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(listening.walk.startsItself).toBe(false);
  expect(audio()?.paused).toBe(true);
});

test('a story that was left early continues, and starts once more when the walker returns', async () => {
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  walkTo(LNG.nowhere);
  await until(() => expect(listening.walk.nearest).toBeNull());
  expect(audio()?.paused).toBe(false);
  await until(() => expect(listening.walk.progress.atMs).toBeGreaterThan(0));
  walkTo(LNG[market]);
  await plays(stories.market);

  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  expect(listening.walk.spent).toEqual([bridge]);
});

test('a pause brings silence even at another place, until the walk continues', async () => {
  places.list = ref([
    place(bridge, stories.bridge),
    place(market, stories.market),
    { ...place(bench, stories.bench), feature: { type: 'Point', coordinates: [2.34502, 48.855] } },
  ]);
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  pauseStory();
  await until(() => expect(listening.walk.muted).toEqual([bridge, bench]));
  walkTo(2.34502);
  await until(() => expect(listening.walk.nearest?.placeId).toBe(bench));
  expect(listening.walk).toMatchObject({ selected: bridge, playing: false, startsItself: false });

  walkTo(LNG[market]);
  await plays(stories.market);
});

test('choosing the next place immediately never lets the first one be heard', async () => {
  switchAutoplay(true);
  choosePlace(bridge);
  choosePlace(market);
  await plays(stories.market);
  expect(listening.walk.spent).toEqual([market]);
});

test('a failing link is requested again, and the failure is shown if that fails, too', async () => {
  const dead = new URL('/@fs/no/such/story.wav', import.meta.url).href;
  places.list = ref([place(bridge, dead)]);
  tapPlace(bridge);
  await until(() => expect(listening.audio.phase).toBe('failed'));
  expect(listening.audio.failure).toMatchObject({ url: dead, status: expect.any(Number) });
});

test('an impossible jump selects nothing until no fix has contradicted it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await until(() => expect(listening.walk.selected).toBe(bridge));
  const seenAtMs = performance.now();
  walkTo(LNG[market], 1000);
  // The guide learns of the fix a moment later; `until` lets the rest of the time pass.
  await new Promise(requestAnimationFrame);
  vi.advanceTimersByTime(STEADY_JUMP_CONFIRM_MS - 500);
  await until(() => expect(listening.walk.selected).toBe(market));
  expect(performance.now() - seenAtMs).toBeGreaterThanOrEqual(STEADY_JUMP_CONFIRM_MS);
});

test('without autoplay the nearest place is silent; a position is looked up again after a loss', async () => {
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await until(() => expect(listening.walk).toMatchObject({ selected: bridge, distanceM: expect.any(Number) }));
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(listening.walk.playing).toBe(false);
  expect(audio()?.paused).toBe(true);
  location.fix = null;
  await until(() => expect(listening.walk).toMatchObject({ selected: bridge, nearest: null, distanceM: null }));
  walkTo(LNG[market]);
  await until(() => expect(listening.walk.selected).toBe(market));
});

test('a story that broke off on a walk is not spent, and continues when the walker returns', async () => {
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  await until(() => expect(listening.audio.positionS).toBeGreaterThan(0.5));
  audio()?.dispatchEvent(new Event('error'));
  await until(() => expect(listening.audio.phase).toBe('failed'));
  expect(listening.walk).toMatchObject({ playing: false, spent: [] });

  walkTo(LNG.nowhere);
  await until(() => expect(listening.walk.nearest).toBeNull());
  walkTo(LNG[bridge]);
  await until(() => expect(listening.walk).toMatchObject({ playing: true, spent: [bridge] }));
  await plays(stories.bridge);
  await until(() => expect(audio()?.played.length).toBeGreaterThan(0));
  expect(audio()?.played.start(0)).toBeGreaterThan(0.4);
});

test('seeking stays within the story, and a speed applies to later ones until the session ends', async () => {
  tapPlace(bridge);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  skipStory(1);
  expect(audio()?.currentTime).toBeCloseTo(1, 1);
  skipStory(-10);
  expect(audio()?.currentTime).toBe(0);
  await playStory();
  skipStory(0.5);
  await plays(stories.bridge);
  setStorySpeed(1.5);
  expect(audio()?.playbackRate).toBe(1.5);
  tapPlace(market);
  await until(() => expect(audio()?.src).toBe(stories.market));
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(audio()).toMatchObject({ playbackRate: 1.5, preservesPitch: true });
  scope.dispose();
  expect(listening.speed).toBe(1);
});

test('a story that was requested next starts by itself, without autoplay', async () => {
  tapPlace(bridge);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  playPlace(market);
  await plays(stories.market);
});

/** Does what a reload does to this part of the app. */
function reload(): void {
  scope.dispose();
  scope = new Scope();
  startListening(scope);
}

const ana: User = {
  id: UserId.parse(7),
  name: 'Ana',
  email: 'ana@example.org',
  role: 'user',
  picture: null,
};

test('a walk continues after a reload, and plays no spent story', async () => {
  storage.write('currentUser', ana);
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  seekStory(30);
  await until(() => expect(listening.walk.spent).toEqual([bridge]));

  reload();
  expect(listening.walk).toMatchObject({ onSite: true, autoplay: true, spent: [bridge] });
  await until(() => expect(listening.walk.selected).toBe(bridge));
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(listening.walk.startsItself).toBe(false);
  walkTo(LNG[market]);
  await plays(stories.market);
});

test('a story cut by another place is stored on the device, and resumes some words earlier', async () => {
  storage.write('currentUser', ana);
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  const element = audio();
  if (element !== null) element.currentTime = 20;
  await until(() => expect(listening.walk.progress.atMs).toBeGreaterThan(20_000));
  walkTo(LNG[market]);
  await plays(stories.market);
  const cut = listening.walk.unfinished.find(({ placeId }) => placeId === bridge);
  expect(cut?.atMs).toBeGreaterThan(20_000);
  expect(listening.walk.heard).toEqual([]);

  // Another day, after the tab was closed.
  walkNote.forget();
  reload();
  expect(listening.walk).toMatchObject({ onSite: false, spent: [] });
  expect(listening.walk.unfinished).toContainEqual(cut);
  switchOnSite(true);
  await until(() => expect(listening.walk.nearest?.placeId).toBe(market));
  resumeStory(bridge);
  await plays(stories.bridge);
  await until(() => expect(audio()?.played.length).toBeGreaterThan(0));
  const resumedAtS = audio()?.played.start(0);
  expect(resumedAtS).toBeGreaterThan(16);
  expect(resumedAtS).toBeLessThan((cut?.atMs ?? 0) / 1000);
  expect(listening.walk.reason).toBe('resumed');
});

test('another person in the same tab starts their own walk', () => {
  storage.write('currentUser', ana);
  switchOnSite(true);
  storage.write('currentUser', { ...ana, id: UserId.parse(8) });
  reload();
  expect(listening.walk).toMatchObject({ onSite: false, spent: [] });
});

test('an ended walk is not resumed', () => {
  storage.write('currentUser', ana);
  switchOnSite(true);
  switchOnSite(false);
  reload();
  expect(listening.walk.onSite).toBe(false);
});

test('a story stopped by the system is not spent, can be resumed by either, and paused', async () => {
  switchAutoplay(true);
  switchOnSite(true);
  walkTo(LNG[bridge]);
  await plays(stories.bridge);
  audio()?.pause();
  await until(() => expect(listening.walk).toMatchObject({ playing: false, interrupted: true, spent: [] }));
  await audio()?.play();
  await until(() => expect(listening.walk).toMatchObject({ playing: true, interrupted: false }));
  audio()?.pause();
  await until(() => expect(listening.walk.interrupted).toBe(true));
  const stoppedAtS = audio()?.currentTime ?? 0;
  await playStory();
  await until(() => expect(listening.walk).toMatchObject({ playing: true, interrupted: false }));
  expect(audio()?.currentTime).toBeGreaterThanOrEqual(stoppedAtS);
  pauseStory();
  await until(() => expect(listening.walk).toMatchObject({ playing: false, interrupted: false, spent: [bridge] }));
});

test('a story stopped by the system while it waited for data counts as interrupted', async () => {
  tapPlace(bridge);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(new Promise(() => {}));
  void playStory();
  play.mockRestore();
  audio()?.dispatchEvent(new Event('pause'));
  expect(listening.audio.phase).toBe('paused');
  expect(listening.walk).toMatchObject({ playing: false, interrupted: true, spent: [] });
});

test('a walk resumed in a restored tab waits for one tap, and then plays', async () => {
  storage.write('currentUser', ana);
  switchAutoplay(true);
  switchOnSite(true);
  reload();
  const refusing = vi.spyOn(HTMLMediaElement.prototype, 'play');
  refusing.mockRejectedValue(new DOMException('No tap yet', 'NotAllowedError'));
  walkTo(LNG[bridge]);
  await until(() => expect(listening.walk).toMatchObject({ selected: bridge, refused: true, playing: false }));
  refusing.mockRestore();
  await playStory();
  await plays(stories.bridge);
  expect(listening.walk).toMatchObject({ onSite: true, refused: false });
});

describe('after the browser refused to start a story,', () => {
  const { play } = HTMLMediaElement.prototype;
  const tap = () => document.dispatchEvent(new PointerEvent('pointerup'));

  beforeEach(async () => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('No tap yet', 'NotAllowedError'));
    switchAutoplay(true);
    switchOnSite(true);
    walkTo(LNG[bridge]);
    await until(() => expect(listening.walk).toMatchObject({ selected: bridge, refused: true }));
    HTMLMediaElement.prototype.play = play;
  });
  afterEach(() => {
    HTMLMediaElement.prototype.play = play;
  });

  test('a tap anywhere lets it start by itself', async () => {
    tap();
    await plays(stories.bridge);
    await until(() => expect(listening.walk).toMatchObject({ begun: [bridge], spent: [] }));
  });

  test('a tap away from its place lets the next place start', async () => {
    walkTo(LNG.nowhere);
    await until(() => expect(listening.walk.nearest).toBeNull());
    tap();
    await until(() => expect(listening.walk.refused).toBe(false));
    walkTo(LNG[market]);
    await plays(stories.market);
    expect(listening.walk.begun).toEqual([market]);
  });

  test('a tap that ends the walk starts nothing, and the next walk plays', async () => {
    tap();
    switchAutoplay(false);
    switchOnSite(false);
    expect(listening.walk).toMatchObject({ selected: bridge, refused: false, startsItself: false });
    switchAutoplay(true);
    switchOnSite(true);
    walkTo(LNG[market]);
    await plays(stories.market);
    expect(listening.walk.begun).toEqual([market]);
  });

  test('a tap on its start button counts as a request for it', async () => {
    tap();
    await playStory();
    await plays(stories.bridge);
    expect(listening.walk).toMatchObject({ refused: false, spent: [bridge] });
  });
});

describe('a story that fails', () => {
  const dead = new URL('/@fs/no/such/story.wav', import.meta.url).href;
  /** The responses to requests for a new link and for the story; without a network there are none. */
  const answers: Record<string, unknown> = {};
  let heardCalls: HeardCall[];
  const comeOnline = (): void => {
    const { media, ...listed } = place(bridge, stories.bridge);
    answers['GET /v1/place/1'] = { ...listed, media_data: media?.data };
    window.dispatchEvent(new Event('online'));
  };

  beforeEach(() => {
    for (const call of Object.keys(answers)) delete answers[call];
    heardCalls = answerCalls(answers);
    switchAutoplay(true);
    switchOnSite(true);
  });
  afterEach(() => vi.unstubAllGlobals());

  async function breakOff(story = stories.bridge): Promise<void> {
    walkTo(LNG[bridge]);
    await plays(story);
    await until(() => expect(listening.audio.positionS).toBeGreaterThan(0.5));
    audio()?.dispatchEvent(new Event('error'));
  }

  test('at its place without a network starts once there is one again', async () => {
    places.list = ref([place(bridge, dead)]);
    walkTo(LNG[bridge]);
    await until(() => expect(listening.audio.phase).toBe('failed'));
    expect(listening.walk).toMatchObject({ selected: bridge, startsItself: true });
    comeOnline();
    await plays(stories.bridge);
    expect(listening.walk).toMatchObject({ begun: [bridge], spent: [] });
  });

  test('in its middle continues once there is a network again, without being spent', async () => {
    await breakOff();
    await until(() => expect(listening.audio.phase).toBe('failed'));
    comeOnline();
    await until(() => expect(listening.walk.playing).toBe(true));
    expect(listening.walk.spent).toEqual([]);
    expect(audio()?.currentTime).toBeGreaterThan(0.4);
  });

  test('in its middle by an expired link continues with a new one, without being spent', async () => {
    // Only a story from the network can be refused by it.
    const expiring = new URL('../../fixtures/audio/moov-at-end.m4a', import.meta.url).href;
    places.list = ref([place(bridge, expiring)]);
    answers[`GET ${expiring}`] = refusal('forbidden', 403);
    comeOnline();
    // It lasts 2.6 s, and must not end before it breaks off.
    const element = audio();
    if (element !== null) element.loop = true;
    await breakOff(expiring);
    await until(() => expect(heardCalls.map(({ call }) => call)).toContain('GET /v1/place/1'));
    await until(() => expect(listening.audio.phase).toBe('playing'));
    expect(listening.walk).toMatchObject({ playing: true, begun: [bridge], spent: [] });
    expect(audio()?.currentTime).toBeGreaterThan(0.4);
  });

  test('is left alone if nobody waits for it', async () => {
    switchAutoplay(false);
    places.list = ref([place(bridge, dead), place(market, stories.market)]);
    walkTo(LNG[bridge]);
    await until(() => expect(listening.audio.phase).toBe('failed'));
    comeOnline();
    expect(listening.audio.phase).toBe('failed');
    choosePlace(market);
    await until(() => expect(listening.audio.phase).toBe('ready'));
    expect(heardCalls.map(({ call }) => call)).not.toContain('GET /v1/place/1');
  });
});

describe('a loaded story', () => {
  beforeEach(async () => {
    tapPlace(bridge);
    await until(() => expect(listening.audio.phase).toBe('ready'));
  });

  test('is played once from a requested position', async () => {
    playPlace(bridge, 1);
    await plays(stories.bridge);
    expect(audio()?.currentTime).toBeGreaterThanOrEqual(1);
    passToEnd();
    await until(() => expect(listening.audio).toMatchObject({ phase: 'ready', positionS: 0 }));
    expect(audio()?.paused).toBe(true);
  });

  test('continues from there after a pause, and while it plays', async () => {
    await playStory();
    await plays(stories.bridge);
    pauseStory();
    await until(() => expect(listening.audio.phase).toBe('paused'));
    playPlace(bridge, 30);
    await until(() => expect(listening.audio.phase).toBe('playing'));
    expect(audio()?.currentTime).toBeGreaterThanOrEqual(30);
    playPlace(bridge, 0);
    await until(() => expect(audio()?.currentTime).toBeLessThan(30));
    expect(audio()?.paused).toBe(false);
  });
});

describe('the drawing tools', () => {
  beforeEach(() => {
    switchAutoplay(true);
    switchOnSite(true);
  });

  test('end the walk, so that nothing starts where it could not be paused', async () => {
    Object.assign(editorTools, { isOn: true, draws: true });
    await until(() => expect(listening.walk.onSite).toBe(false));
    walkTo(LNG[bridge]);
    tapPlace(market);
    await until(() => expect(listening.audio.phase).toBe('ready'));
    expect(listening.walk.selected).toBe(market);
    expect(listening.walk.begun).not.toContain(bridge);
  });

  test('close when a walk starts, once nothing can be lost', async () => {
    Object.assign(editorTools, { isOn: true, draws: true });
    await until(() => expect(listening.walk.onSite).toBe(false));
    let leave = (): void => {};
    const release = guardDrawing((go) => {
      leave = go;
    });
    switchOnSite(true);
    expect([editorTools.draws, listening.walk.onSite]).toEqual([true, false]);
    leave();
    release();
    walkTo(LNG[bridge]);
    await plays(stories.bridge);
    expect([editorTools.draws, listening.walk.onSite]).toEqual([false, true]);
  });

  test('without drawing leave the walk unchanged', async () => {
    Object.assign(editorTools, { isOn: true });
    walkTo(LNG[bridge]);
    await plays(stories.bridge);
    expect(listening.walk.onSite).toBe(true);
  });
});
