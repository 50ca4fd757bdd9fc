import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { places } from '../../../app/places/places.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { decide } from '../../../app/walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent, type WalkState } from '../../../app/walk/guide/walk-state.ts';
import { lastWalks, listPlayedElsewhere, recallWalk, rememberWalk } from '../../../app/walk/walk-memory.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';

const [bridge, market, tower] = [PlaceId.parse(1), PlaceId.parse(2), PlaceId.parse(3)];
const [quays, hill] = [ParcoursId.parse(1), ParcoursId.parse(2)];
const person = (id: number) => ({
  ...{ id: UserId.parse(id), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null },
});
const onSite: WalkEvent = { type: 'on-site-switched', on: true };

/** Listens to a story of 70 s up to there. */
const hear = (placeId: PlaceId, toMs: number): WalkEvent[] => [
  { type: 'chosen', placeId },
  { type: 'started', placeId, atMs: 0 },
  { type: 'sounded', ms: toMs, atMs: toMs, leftMs: 70_000 - toMs },
  { type: 'chosen', placeId: null },
];

/** What a page does from its start to its end. */
function listen(...events: WalkEvent[]): WalkState {
  return events.reduce(
    (before, event) => {
      const after = decide(before, event);
      rememberWalk(before, after);
      return after;
    },
    { ...INITIAL_WALK, ...recallWalk() },
  );
}

beforeEach(() => {
  storage.write('currentUser', person(7));
  places.list = ref([listedPlace(bridge), listedPlace(market), listedPlace(tower, { map: { id: hill } })]);
});
afterEach(() => {
  storage.forgetAll();
  places.list = ref([]);
});

test('on another day heard stories are spent, and begun ones resume and may start again', () => {
  listen(onSite, ...hear(bridge, 60_000), ...hear(market, 16_000));
  expect(recallWalk()).toEqual({
    ...{ heard: [bridge], heardAway: [], spent: [bridge] },
    unfinished: [{ placeId: market, atMs: 16_000, parts: [[0, 16_000]] }],
  });
  const next = listen({ type: 'resumed', placeId: market }, { type: 'started', placeId: market, atMs: 13_000 });
  const toEnd: WalkEvent = { type: 'sounded', ms: 43_000, atMs: 56_000, leftMs: 14_000 };
  expect(decide(next, toEnd)).toMatchObject({ heard: [bridge, market], unfinished: [] });
});

test('the sound whose part was played is stored with it', () => {
  const english: WalkEvent = {
    type: 'places-changed',
    ...{ placeIds: [bridge], silentIds: [], sounds: new Map([[bridge, 'en.standard']]) },
  };
  listen(english, ...hear(bridge, 16_000));
  expect(recallWalk().unfinished).toMatchObject([{ placeId: bridge, atMs: 16_000, sound: 'en.standard' }]);
});

test('the day of a walk is stored per parcours, and not for stories heard at home', () => {
  listen(...hear(tower, 60_000), onSite, ...hear(bridge, 60_000));
  recallWalk();
  expect(lastWalks.byMap[quays]).toBeGreaterThan(Date.now() - 60_000);
  expect(lastWalks.byMap[hill]).toBeUndefined();
});

test('a restarted walk is removed from the device, other parcours stay', () => {
  listen(onSite, ...hear(bridge, 60_000), ...hear(market, 16_000), ...hear(tower, 60_000));
  listen({ type: 'begun-anew', placeIds: [bridge, market] });
  expect(recallWalk()).toMatchObject({ heard: [tower], unfinished: [] });
  expect(storage.read('toldStories')).toHaveLength(1);
  expect(lastWalks.byMap[quays]).toBeUndefined();
});

test('stories heard at home stay heard there on another day, and are played on a walk', () => {
  listen(...hear(bridge, 60_000), ...hear(tower, 60_000), ...hear(market, 16_000));
  expect(recallWalk()).toMatchObject({ heard: [], heardAway: [tower, bridge], spent: [] });
  const cut = listen(onSite, ...hear(bridge, 16_000), ...hear(tower, 60_000));
  expect(cut).toMatchObject({ heard: [tower], heardAway: [bridge] });
  expect(recallWalk()).toMatchObject({
    ...{ heard: [tower], heardAway: [bridge], spent: [tower] },
    unfinished: [{ placeId: bridge }, { placeId: market }],
  });
  listen({ type: 'dismissed', placeId: bridge });
  expect(recallWalk()).toMatchObject({ heardAway: [bridge], unfinished: [{ placeId: market }] });
  listen({ type: 'begun-anew', placeIds: [bridge, market, tower] });
  expect(storage.read('toldStories')).toEqual([]);
});

test('stories heard elsewhere and on a walk stay heard on walks', () => {
  listen(...hear(bridge, 60_000));
  listen(onSite, ...hear(bridge, 60_000));
  listen({ type: 'on-site-switched', on: false }, ...hear(bridge, 60_000));
  expect(recallWalk()).toMatchObject({ heard: [bridge], heardAway: [], spent: [bridge] });
});

test('a walk in a tab open for days ignores stories heard at home before', () => {
  const hoursAgo = (hours: number): void => {
    const stories = storage.read('toldStories');
    storage.write(
      'toldStories',
      stories.map((story) => ({ ...story, whenMs: Date.now() - hours * 3_600_000 })),
    );
  };
  listen(onSite, ...hear(tower, 60_000), { type: 'on-site-switched', on: false }, ...hear(bridge, 60_000));
  hoursAgo(2);
  expect(listPlayedElsewhere()).toEqual([]);
  hoursAgo(20);
  expect(listPlayedElsewhere()).toEqual([bridge]);
});

test('stories started by the walk count as heard on it, even if it ended in their middle', () => {
  const there: WalkEvent = { type: 'located', here: [{ placeId: bridge, distanceM: 3, isSure: true }] };
  const sound: WalkEvent = { type: 'sounded', ms: 60_000, atMs: 60_000, leftMs: 10_000 };
  const begun: WalkEvent[] = [
    { type: 'autoplay-switched', on: true },
    there,
    { type: 'started', placeId: bridge, atMs: 0 },
  ];
  listen(onSite, ...begun, { type: 'on-site-switched', on: false }, sound);
  expect(recallWalk()).toMatchObject({ heard: [bridge], heardAway: [] });
});

test('dismissed unfinished stories are removed from the device', () => {
  listen(...hear(market, 16_000), { type: 'dismissed', placeId: market });
  expect(storage.read('toldStories')).toEqual([]);
});

test('one person’s heard stories are not another’s, and still theirs on return', () => {
  listen(onSite, ...hear(bridge, 60_000));
  storage.write('currentUser', person(8));
  expect(recallWalk()).toEqual({ heard: [], heardAway: [], unfinished: [], spent: [] });
  listen(...hear(market, 60_000));
  storage.write('currentUser', person(7));
  expect(recallWalk()).toMatchObject({ heard: [bridge] });
});

test('a story heard as a guest and again with the account counts once', () => {
  listen(onSite, ...hear(bridge, 60_000), ...hear(market, 16_000));
  const [begun, heard] = storage.read('toldStories');
  if (begun === undefined || heard === undefined) throw new Error('Expected two stories');
  storage.write('toldStories', [begun, { ...heard, isHeard: false }, heard, { ...begun, atMs: 1 }]);
  expect(recallWalk()).toMatchObject({ heard: [bridge], unfinished: [{ placeId: market, atMs: 16_000 }] });
});
