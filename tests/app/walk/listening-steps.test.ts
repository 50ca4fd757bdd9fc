import { describe, expect, test } from 'vitest';
import type { PlayerPhase, PlayerState } from '../../../app/platform/audio/audio-player.ts';
import {
  INITIAL_LISTENING,
  type Listening,
  type ListeningEffect,
  type ListeningEvent,
  step,
} from '../../../app/walk/listening-steps.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

const bridge = PlaceId.parse(1);
const market = PlaceId.parse(2);

const audio = (phase: PlayerPhase, positionS = 0, status: number | null = null, isUnplayable = false): PlayerState => ({
  phase,
  positionS,
  durationS: 60,
  isBuffering: false,
  failure: phase === 'failed' ? { url: 'story', status, statusText: '', isUnplayable, isOffline: false } : null,
});
const player = (phase: PlayerPhase, positionS = 0, status: number | null = null): ListeningEvent => ({
  type: 'player-changed',
  audio: audio(phase, positionS, status),
});
const choose = (placeId: PlaceId | null): ListeningEvent => ({ type: 'chosen', placeId });
const located = (...placeIds: PlaceId[]): ListeningEvent => ({
  type: 'located',
  here: placeIds.map((placeId) => ({ placeId, distanceM: 3, isSure: true })),
});
const [PLAY, PAUSE]: ListeningEvent[] = [{ type: 'play-asked' }, { type: 'pause-asked' }];
const GUIDED: ListeningEvent[] = [
  { type: 'on-site-switched', on: true },
  { type: 'autoplay-switched', on: true },
];
const LOADED: ListeningEvent[] = [player('loading'), player('ready')];
const REFRESH: ListeningEffect = { type: 'refresh-link', placeId: bridge };
const LOAD: ListeningEffect = { type: 'load', placeId: bridge };
const linked = (isRendition: boolean): ListeningEvent => ({ type: 'linked', hasAudio: true, isRendition });
const unplayable = (positionS = 0): ListeningEvent => ({
  type: 'player-changed',
  audio: audio('failed', positionS, null, true),
});

/** The result of all these events, and the effects of the last one. */
function run(...events: (ListeningEvent | undefined)[]): { state: Listening; effects: readonly ListeningEffect[] } {
  let [state, effects]: ReturnType<typeof step> = [INITIAL_LISTENING, []];
  for (const event of events) if (event !== undefined) [state, effects] = step(state, event);
  return { state, effects };
}

describe('a chosen story', () => {
  test('is loaded, and waits', () => {
    expect(run(choose(bridge)).effects).toEqual([{ type: 'select', placeId: bridge }]);
    expect(run(choose(bridge), ...LOADED)).toMatchObject({ state: { wantsSound: false }, effects: [] });
  });

  test('starts as soon as it is ready if that was requested before', () => {
    expect(run(choose(bridge), PLAY, ...LOADED).effects).toEqual([{ type: 'play' }]);
  });

  test('starts after the delay with autoplay', () => {
    const auto = [GUIDED[1], choose(bridge), ...LOADED];
    expect(run(...auto).effects).toEqual([{ type: 'start-later' }]);
    expect(run(...auto, { type: 'start-due' })).toMatchObject({
      state: { wantsSound: true },
      effects: [{ type: 'play' }],
    });
  });

  test('is played from a requested position, immediately or when it is ready', () => {
    const from: ListeningEvent = { type: 'play-asked-from', fromS: 30 };
    const played = [{ type: 'seek', positionS: 30 }, { type: 'play' }];
    expect(run(choose(bridge), ...LOADED, from).effects).toEqual(played);
    expect(run(choose(bridge), from).effects).toEqual([]);
    expect(run(choose(bridge), from, ...LOADED).effects).toEqual(played);
  });

  test('leaves nothing of the previous one', () => {
    const { state, effects } = run(choose(bridge), PLAY, ...LOADED, player('failed', 20), choose(market));
    expect(effects).toEqual([{ type: 'select', placeId: market }]);
    expect(state).toMatchObject({ wantsSound: false, resumeAtS: null, linkRefreshed: false, brokeOff: false });
    expect(run(choose(bridge), choose(null)).effects).toEqual([{ type: 'select', placeId: null }]);
  });
});

describe('a story that plays by itself', () => {
  const begun = [...GUIDED, located(bridge), ...LOADED, { type: 'start-due' } as const, player('playing')];

  test('is begun, and is spent once 10 s of it were played', () => {
    expect(run(...begun).state.walk).toMatchObject({ playing: true, begun: [bridge], spent: [] });
    const seconds = Array.from({ length: 10 }, (_, second) => player('playing', second + 1));
    expect(run(...begun, ...seconds).state.walk).toMatchObject({ spent: [bridge], heard: [] });
  });

  test('counts as played only as far as the player progressed', () => {
    expect(run(...begun, player('playing', 1)).state.walk.progress.thereMs).toBe(1000);
    expect(run(...begun, player('playing', 30)).state.walk.progress.thereMs).toBe(0);
    expect(run(...begun, player('playing', 2), player('playing', 1)).state.walk.progress.thereMs).toBe(2000);
  });

  test('is paused by hand, or interrupted by the system', () => {
    const paused = run(...begun, PAUSE);
    expect(paused).toMatchObject({ state: { wantsSound: false }, effects: [{ type: 'pause' }] });
    expect(run(...begun, PAUSE, player('paused')).state.walk).toMatchObject({ interrupted: false, spent: [bridge] });
    expect(run(...begun, player('paused')).state.walk).toMatchObject({ interrupted: true, spent: [] });
  });

  test('mutes the places here when it is paused, until another one plays', () => {
    const paused = run(...begun, PAUSE, player('paused'));
    expect(paused.state.walk.muted).toEqual([bridge]);
    expect(run(...begun, PAUSE, player('paused'), located(bridge)).effects).toEqual([]);
  });

  test('can be paused by hand after the system resumed it', () => {
    const goesOn = [...begun, player('paused'), player('playing')];
    expect(run(...goesOn, PAUSE, player('paused')).state.walk).toMatchObject({ interrupted: false, spent: [bridge] });
  });

  test('gives way to the next place at its end', () => {
    const ended = run(...begun, located(bridge, market), player('ready'), { type: 'ended' });
    expect(ended).toMatchObject({ state: { wantsSound: false }, effects: [{ type: 'select', placeId: market }] });
  });

  test('does not start if the walker left before the delay was over', () => {
    expect(run(...GUIDED, located(bridge), ...LOADED, located(), { type: 'start-due' }).effects).toEqual([]);
  });
});

describe('a start that the browser refuses', () => {
  const refused = [...GUIDED, located(bridge), ...LOADED, { type: 'start-due' } as const, { type: 'refused' } as const];

  test('waits for a tap, which lets it start by itself', () => {
    expect(run(...refused).state).toMatchObject({ wantsSound: false, walk: { refused: true, startsItself: false } });
    expect(run(...refused, { type: 'permitted' }).effects).toEqual([{ type: 'start-later' }]);
  });

  test('starts once if the tap was on the button that starts it', () => {
    expect(run(...refused, PLAY, { type: 'permitted' }).effects).toEqual([]);
  });
});

describe('a story that fails', () => {
  const playing = [choose(bridge), PLAY, ...LOADED, player('playing'), player('playing', 2)];

  test('is loaded with a new link if the server refused it, and shown as loading meanwhile', () => {
    const { state, effects } = run(...playing, player('failed', 2, 403));
    expect(effects).toEqual([REFRESH]);
    expect(state).toMatchObject({ audio: { phase: 'loading', failure: null }, walk: { playing: true } });
    expect(run(...playing, player('failed', 2, 403), ...LOADED).effects).toEqual([
      { type: 'seek', positionS: 2 },
      { type: 'play' },
    ]);
  });

  test('is given up if the new link fails, too', () => {
    const twice = run(...playing, player('failed', 2, 403), player('loading'), player('failed', 0, 403));
    expect(twice).toMatchObject({ state: { audio: { phase: 'failed' }, walk: { playing: false } }, effects: [] });
    const unlinked = run(...playing, player('failed', 2, 403), {
      type: 'link-tried',
      audio: audio('failed', 2, 403),
    });
    expect(unlinked.state).toMatchObject({ brokeOff: true, audio: { phase: 'failed' }, walk: { playing: false } });
  });

  test('is given up without a server’s response, and retried once there is a network', () => {
    const lost = run(...playing, player('failed', 2));
    expect(lost).toMatchObject({ state: { brokeOff: true, resumeAtS: 2 }, effects: [] });
    expect(run(...playing, player('failed', 2), { type: 'online' }).effects).toEqual([REFRESH]);
    expect(run(choose(bridge), ...LOADED, player('failed'), { type: 'online' }).effects).toEqual([]);
  });

  test('is loaded again on request, or when the walker returns', () => {
    expect(run(...playing, player('failed', 2), { type: 'retry-asked' }).effects).toEqual([REFRESH]);
    expect(run({ type: 'retry-asked' }).effects).toEqual([]);
    const left = [...GUIDED, located(bridge), player('loading'), player('failed'), located()];
    expect(run(...left, located(bridge)).effects).toEqual([LOAD]);
  });

  test('is not spent by continuing after that', () => {
    const begun = [...GUIDED, located(bridge), ...LOADED, { type: 'start-due' } as const, player('playing')];
    const goesOn = run(...begun, player('failed', 2), { type: 'online' }, ...LOADED, player('playing', 2));
    expect(goesOn.state).toMatchObject({ brokeOff: false, walk: { playing: true, spent: [] } });
  });
});

describe('a rendition that fails', () => {
  const playing = [choose(bridge), PLAY, linked(true), ...LOADED, player('playing'), player('playing', 2)];
  const master = [linked(false), ...LOADED];

  const unplayableTwice = [...playing, unplayable(2), linked(true), player('loading'), unplayable()];

  test('that is unplayable is loaded once more, since a broken response looks the same', () => {
    expect(run(...playing, unplayable(2)).effects).toEqual([REFRESH]);
    const again = run(...playing, unplayable(2), linked(true), ...LOADED, player('playing', 2));
    expect(again.state).toMatchObject({ rendition: 'loaded', walk: { playing: true } });
  });

  test('that is unplayable twice is replaced by the master, which continues where it was', () => {
    const { state, effects } = run(...unplayableTwice);
    expect(effects).toEqual([LOAD]);
    expect(state).toMatchObject({ rendition: 'failed', audio: { phase: 'loading' }, walk: { playing: true } });
    expect(run(...unplayableTwice, ...master).effects).toEqual([{ type: 'seek', positionS: 2 }, { type: 'play' }]);
  });

  test('that is refused gets a new link, and is replaced only if that is refused, too', () => {
    expect(run(...playing, player('failed', 2, 403)).effects).toEqual([REFRESH]);
    const again = [...playing, player('failed', 2, 403), linked(true), player('loading'), player('failed', 0, 404)];
    expect(run(...again)).toMatchObject({ effects: [LOAD], state: { rendition: 'failed', resumeAtS: 2 } });
  });

  test('without a network is not replaced by the larger master', () => {
    expect(run(...playing, player('failed', 2))).toMatchObject({ effects: [], state: { rendition: 'loaded' } });
  });

  test('is replaced once: a master that fails as well is given up', () => {
    const both = run(...unplayableTwice, linked(false), player('loading'), unplayable());
    expect(both).toMatchObject({ effects: [], state: { audio: { phase: 'failed' }, walk: { playing: false } } });
  });

  test('does not affect the next story’s', () => {
    expect(run(...unplayableTwice, choose(market)).state.rendition).toBe('none');
  });
});

test('a place waiting for its audio is loaded when the places change', () => {
  const changed: ListeningEvent = { type: 'places-changed', placeIds: [bridge], silentIds: [] };
  expect(run(choose(bridge), { type: 'linked', hasAudio: false, isRendition: false }, changed).effects).toEqual([LOAD]);
  expect(run(choose(bridge), linked(false), changed).effects).toEqual([]);
});

describe('a story that is told by another sound', () => {
  const RETOLD: ListeningEvent = { type: 'retold' };
  const PLAYED: ListeningEffect[] = [{ type: 'play' }];
  const asked = [choose(bridge), PLAY, player('loading')];
  const playing = [choose(bridge), PLAY, ...LOADED, player('playing')];
  const alone = [...GUIDED, located(bridge), player('loading')];

  test.each<[string, (ListeningEvent | undefined)[], readonly ListeningEffect[]]>([
    ['starts, if it was requested and still loads', asked, PLAYED],
    [
      'starts at its beginning, if it was to be resumed',
      [choose(bridge), { type: 'play-asked-from', fromS: 30 }],
      PLAYED,
    ],
    ['goes on, if it played', playing, PLAYED],
    ['stays paused', [...playing, PAUSE, player('paused', 20)], []],
    ['waits, if nobody has requested it', [choose(bridge), ...LOADED], []],
    ['starts by itself, if the former was about to', alone, [{ type: 'start-later' }]],
    [
      'goes on, if the former started by itself',
      [...alone, player('ready'), { type: 'start-due' }, player('playing')],
      PLAYED,
    ],
    [
      'stays silent where the walker has paused it',
      [...alone, player('ready'), { type: 'start-due' }, player('playing'), PAUSE, player('paused', 5)],
      [],
    ],
  ])('%s', (_, events, effects) => {
    expect(run(...events, RETOLD).effects).toEqual([{ type: 'select', placeId: bridge }]);
    expect(run(...events, RETOLD, player('empty'), ...LOADED).effects).toEqual(effects);
  });
});
