import { describe, expect, it } from 'vitest';
import { formatDayOfYear } from '../../../app/ui/number-words.ts';
import { INITIAL_WALK, type WalkState } from '../../../app/walk/guide/walk-state.ts';
import { findNextWalk, isWalkOver, listStories, listUnfinished, progressOf } from '../../../app/walk/walk-progress.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const [bridge, market, bench] = [PlaceId.parse(1), PlaceId.parse(2), PlaceId.parse(3)];
const media = { data: mediaLink() };
const list = [listedPlace(bridge, { media }), listedPlace(market, { media }), listedPlace(bench)];
const begun = (placeId: PlaceId) => ({ placeId, atMs: 16_000, parts: [[0, 16_000]] as const });
const walk: WalkState = { ...INITIAL_WALK, heard: [bridge, market] };
const ready = { phase: 'ready' } as const;

describe('a walk', () => {
  it('counts the heard stories among all', () => {
    expect(progressOf(list, { ...walk, heard: [market] })).toMatchObject({ heard: 1, all: 2, isDone: false });
    expect(progressOf(list, walk)).toMatchObject({ heard: 2, all: 2, isDone: true });
    expect(progressOf(list, { ...INITIAL_WALK, heard: [PlaceId.parse(9)] })).toMatchObject({
      heard: 0,
      hasBegun: false,
    });
    const { heard, hasBegun } = progressOf(list, { ...INITIAL_WALK, unfinished: [begun(market)] });
    expect([heard, hasBegun]).toEqual([0, true]);
  });

  it('ignores stories heard elsewhere long before, though they count as heard otherwise', () => {
    const away: WalkState = { ...INITIAL_WALK, heard: [bridge], heardAway: [market] };
    expect(progressOf(list, away)).toMatchObject({ heard: 2, isDone: true });
    expect(progressOf(list, { ...away, onSite: true })).toMatchObject({ heard: 1, isDone: false });
    expect(isWalkOver(list, { ...away, onSite: true }, ready)).toBe(false);
  });

  it('is over once each place with a story was heard, not only begun', () => {
    expect(isWalkOver(list, walk, ready)).toBe(true);
    expect(isWalkOver(list, { ...walk, heard: [market], unfinished: [begun(bridge)] }, ready)).toBe(false);
  });

  it('is not over while the last story plays', () => {
    expect(isWalkOver(list, walk, { phase: 'playing' })).toBe(false);
  });

  it('without any story is never over', () => {
    expect(isWalkOver([listedPlace(bench)], walk, ready)).toBe(false);
    expect(isWalkOver([], walk, ready)).toBe(false);
  });
});

describe('the stories to finish', () => {
  const unfinished = [begun(market), begun(bridge)];

  it('are all begun ones, except the one in the player', () => {
    const ids = (state: Partial<WalkState>) =>
      listUnfinished({ ...INITIAL_WALK, unfinished, ...state }).map(({ placeId }) => placeId);
    expect(ids({})).toEqual([market, bridge]);
    expect(ids({ selected: market, playing: true })).toEqual([bridge]);
    expect(ids({ selected: market, progress: { ...INITIAL_WALK.progress, atMs: 5000 } })).toEqual([bridge]);
    expect(ids({ selected: market })).toEqual([market, bridge]);
  });
});

describe('the next walk', () => {
  const may12 = new Date(2026, 4, 12, 15, 30).getTime();
  const [hourLater, dayLater] = [may12 + 3_600_000, may12 + 86_400_000];
  const byMap = { [ParcoursId.parse(1)]: may12, [ParcoursId.parse(2)]: dayLater };
  const one: WalkState = { ...INITIAL_WALK, heard: [market] };
  const home: WalkState = { ...INITIAL_WALK, heardAway: [bridge, market] };

  it('continues if something was played on an earlier one, on any day', () => {
    expect(findNextWalk(list, one, byMap, hourLater)).toMatchObject({ way: 'further', otherDayMs: null });
    expect(findNextWalk(list, one, byMap, dayLater)).toMatchObject({
      way: 'further',
      otherDayMs: may12,
      heard: 1,
      all: 2,
    });
  });

  it('is the first if nothing was played, or only at home', () => {
    expect(findNextWalk(list, INITIAL_WALK, byMap, dayLater).way).toBe('first');
    expect(findNextWalk(list, one, {}, dayLater).way).toBe('first');
    expect(findNextWalk(list, home, {}, dayLater)).toMatchObject({ way: 'first', heard: 0 });
  });

  it('can be restarted if stories were played anywhere, but not all', () => {
    const mayRestart = (walk: WalkState, times = {}) => findNextWalk(list, walk, times, dayLater).isPartlyTold;
    const unfinished: WalkState = { ...INITIAL_WALK, unfinished: [begun(market)] };
    expect([mayRestart(one), mayRestart(home), mayRestart(unfinished, byMap)]).toEqual([true, true, true]);
    expect([mayRestart(INITIAL_WALK, byMap), mayRestart(walk, byMap)]).toEqual([false, false]);
  });

  it('restarts if all was heard', () => {
    expect(findNextWalk(list, walk, byMap, dayLater).way).toBe('anew');
  });

  it('is named by the previous walk’s day, with the year if it differs', () => {
    expect(formatDayOfYear(may12, dayLater)).toBe('12 mai');
    expect(formatDayOfYear(new Date(2026, 4, 1).getTime(), may12)).toBe('1er mai');
    expect(formatDayOfYear(may12, new Date(2027, 0, 2).getTime())).toBe('12 mai 2026');
    expect(walkStrings.goOn({ heard: 7, all: 13, otherDayMs: null })).toBe('Continuer la balade (7\u00a0sur\u00a013)');
    expect(walkStrings.goOn({ heard: 7, all: 13, otherDayMs: may12 })).toMatch(
      /^Continuer la balade du 12 mai (2026 )?\(7\u00a0sur\u00a013\)$/,
    );
  });
});

it('the stories of a list are its places with audio, in order', () => {
  const silent = { media: null };
  const audible = { media };
  const places = [listedPlace(2, silent), listedPlace(1, audible), listedPlace(3, audible), listedPlace(4, silent)];
  expect(listStories(places)).toEqual([PlaceId.parse(1), PlaceId.parse(3)]);
});
