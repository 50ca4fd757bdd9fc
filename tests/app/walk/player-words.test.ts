import { describe, expect, it, test } from 'vitest';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { decide } from '../../../app/walk/guide/walk-decision.ts';
import { INITIAL_WALK, type Reached, type WalkEvent, type WalkState } from '../../../app/walk/guide/walk-state.ts';
import { describeFailure, describeReason, describeStop, listenStrings } from '../../../app/walk/player-words.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

const here = PlaceId.parse(1);
const there = PlaceId.parse(2);

/** The distance to the place, at a given accuracy. */
const m = (distanceM: number, offM = 0) => ({ distanceM, offM });

const walkThrough = (...events: WalkEvent[]): WalkState => events.reduce(decide, INITIAL_WALK);
const start: WalkEvent = { type: 'on-site-switched', on: true };
const stop: WalkEvent = { type: 'on-site-switched', on: false };
const at = (placeId: PlaceId, distanceM: number, ...farther: Reached[]): WalkEvent => ({
  type: 'located',
  here: [{ placeId, distanceM, isSure: true }, ...farther],
});
const nowhere: WalkEvent = { type: 'located', here: [] };

describe('why a story is in the player', () => {
  it('is the choice of the person who tapped it', () => {
    expect(describeReason(walkThrough({ type: 'tapped', placeId: here }), m(40))).toBe('Choisi sur la carte');
  });

  it('is the place that the walker is in or has reached', () => {
    expect(describeReason(walkThrough(start, at(here, 0)), m(0))).toBe('Vous y êtes');
    expect(describeReason(walkThrough(start, at(here, 5)), m(4.4))).toBe('À 4\u00a0m de vous');
  });

  it('does not claim nearness at an accuracy of 300 m', () => {
    expect(describeReason(walkThrough(start, at(here, 0)), m(0, 300))).toBe('À moins de 300\u00a0m de vous');
    expect(describeReason(walkThrough(start, at(here, 4)), m(6, 300))).toBe('À moins de 300\u00a0m de vous');
  });

  it('is still the distance to its place when another place has become nearer', () => {
    const walk = walkThrough(
      start,
      at(here, 0),
      { type: 'started', placeId: here },
      at(there, 1, { placeId: here, distanceM: 6, isSure: true }),
    );
    expect(describeReason(walk, m(6.2))).toBe('À 6\u00a0m de vous');
  });

  it('is that the walker resumed it, wherever they are', () => {
    const sounded: WalkEvent = { type: 'sounded', ms: 16_000, atMs: 16_000, leftMs: 54_000 };
    const [begin, autoplay]: WalkEvent[] = [
      { type: 'started', placeId: here },
      { type: 'autoplay-switched', on: true },
    ];
    const cut = [start, autoplay, at(here, 3), begin, sounded, at(there, 3)] as WalkEvent[];
    const resumed: WalkEvent[] = [...cut, { type: 'resumed', placeId: here }, { type: 'started', placeId: here }];
    expect(describeReason(walkThrough(...resumed), m(3))).toBe('Vous l’avez reprise là où elle s’était arrêtée');
    const back: WalkEvent[] = [...cut, { type: 'started', placeId: there }, { type: 'ended' }, at(here, 3)];
    expect(describeReason(walkThrough(...back), m(3))).toBe('Commencée\u00a0: elle ne démarre plus seule.');
  });

  it('is a place that the walker has left, after reaching none', () => {
    expect(describeReason(walkThrough(start, at(here, 0), nowhere), m(30))).toBe('Vous vous êtes éloigné');
  });

  it.each([
    ['the walk was stopped at the place', walkThrough(start, at(here, 0), stop), m(0)],
    ['the position was lost', walkThrough(start, at(here, 0), nowhere), null],
    [
      'the story continues at a place that was heard before',
      walkThrough(
        start,
        at(there, 0),
        { type: 'started', placeId: there },
        { type: 'ended' },
        at(here, 0),
        { type: 'started', placeId: here },
        at(there, 1),
      ),
      m(30),
    ],
  ])('does not say that the place was left when %s', (_, walk, away) => {
    expect(walk.selected).toBe(here);
    expect(describeReason(walk, away)).toBe('Sur votre chemin');
  });
});

test('a place with a number says it, instead of its position among the stories that follow one another', () => {
  const step = { step: 3, count: 12 };
  expect(describeStop(walkThrough(start, at(here, 5)), m(4), step)).toBe('Étape 3 sur 12 · À 4\u00a0m de vous');
  expect(describeStop(walkThrough(start, at(here, 5)), m(4), { ...step, step: undefined })).toBe('À 4\u00a0m de vous');
  const followed = { ...walkThrough({ type: 'tapped', placeId: here }), order: [there, here] };
  expect(describeStop(followed, null, step)).toBe('Étape 3 sur 12');
  expect(describeStop(followed, null, { ...step, step: undefined })).toBe('Histoire 2 sur 2');
});

const none = { url: '/v1/media/a.m4a', status: null, statusText: '', isUnplayable: false, isOffline: false };
const online = { isOnline: true, isLost: false };

test.each([
  ['hors ligne is on', { ...none, isOffline: true }, online, offlineWords.storyNotStored],
  ['the server refuses', { ...none, status: 404, statusText: 'Not Found' }, online, listenStrings.refused(404)],
  ['the browser can’t play it', { ...none, isUnplayable: true }, { ...online, isOnline: false }, listenStrings.failed],
  ['the reason is unknown', none, online, listenStrings.failed],
  ['there is no network', none, { isOnline: false, isLost: false }, offlineWords.storyNoNetwork],
  ['there is no network and the pack with it is gone', none, { isOnline: false, isLost: true }, offlineWords.storyLost],
])('a story that can’t be played says why in French: %s', (_, failure, around, words) => {
  expect(describeFailure(failure, around)).toBe(words);
  expect(words).not.toMatch(/fetch|failed/i);
});
