import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../app/rehearsal/seeded-random.ts';
import { decide, LAST_WORDS_MS, SPENT_MS } from '../../../../app/walk/guide/walk-decision.ts';
import { playedOf, type WalkEvent } from '../../../../app/walk/guide/walk-state.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import {
  at,
  autoplay,
  autoplayOff,
  bridge,
  brokeOff,
  chosen,
  ended,
  goesOn,
  market,
  near,
  nowhere,
  offSite,
  onSite,
  paused,
  permitted,
  placesAre,
  sought,
  sounded,
  square,
  started,
  stateAfter,
  tapped,
  told,
} from '../../../support/samples/walk-events.ts';

/** Listens to a story of 70 s in a random way from `seed`: does it count as heard exactly if enough of it was played? */
function isHonest(seed: number): boolean {
  const random = createRandom(seed);
  const draw = (below: number): number => Math.floor(random() * below);
  const sounding = new Set<number>();
  let walk = stateAfter(chosen(bridge), started(bridge));
  let tick = 0;
  let honest = true;
  for (let act = 0; act < 12 && !walk.heard.includes(bridge); act++) {
    for (let left = draw(80); left > 0 && tick < 280 && !walk.heard.includes(bridge); left--) {
      sounding.add(tick);
      tick += 1;
      walk = decide(walk, told(250 * tick, 250 * (tick - 1)));
      honest &&= walk.heard.includes(bridge) === sounding.size >= 224;
    }
    if (walk.heard.includes(bridge)) break;
    if (tick === 280) {
      walk = decide(walk, ended);
      honest &&= walk.heard.includes(bridge) === sounding.size >= 224;
      tick = 0;
    }
    if (random() < 0.4) {
      tick = draw(280);
      walk = decide(walk, sought);
    } else if (random() < 0.5) {
      walk = [paused, started(bridge)].reduce(decide, walk);
    } else {
      walk = [chosen(market), { type: 'resumed', placeId: bridge } as const].reduce(decide, walk);
      tick = Math.max(0, Math.floor((walk.unfinished.find(({ placeId }) => placeId === bridge)?.atMs ?? 0) / 250) - 12);
    }
    walk = decide(walk, started(bridge));
  }
  return honest;
}

describe('a story that its author has just created', () => {
  const made: WalkEvent = { type: 'previewed', placeId: bridge };

  test('does not start by itself where the author stands, while others do', () => {
    const there = stateAfter(onSite, autoplay, made, placesAre([bridge, market]), at(bridge));
    expect(there).toMatchObject({ selected: bridge, startsItself: false, spent: [bridge], heard: [] });
    expect(decide(there, at(market))).toMatchObject({ selected: market, startsItself: true });
  });

  test('does not start even if it was about to', () => {
    expect(stateAfter(onSite, autoplay, at(bridge), made).startsItself).toBe(false);
    expect(stateAfter(onSite, autoplay, at(market), made).startsItself).toBe(true);
  });

  test('starts when the author chooses it', () => {
    expect(stateAfter(onSite, autoplay, at(bridge), made, chosen(bridge)).startsItself).toBe(true);
    expect(stateAfter(onSite, autoplay, chosen(bridge), made).startsItself).toBe(true);
  });
});

describe('a story that was heard elsewhere', () => {
  const home = [chosen(bridge), started(bridge), told(60_000), ended];
  const walk = [onSite, autoplay, at(bridge)];

  test('does not start by itself on a walk soon after, and counts on it', () => {
    expect(stateAfter(...home, ...walk)).toMatchObject({ selected: bridge, startsItself: false, heard: [bridge] });
  });

  test('is played on a walk of another day like an unheard one', () => {
    const there = stateAfter(...home, { type: 'played-away', placeIds: [bridge] }, ...walk);
    expect(there).toMatchObject({ selected: bridge, startsItself: true, heard: [], heardAway: [bridge] });
    const cut = [started(bridge), told(16_000)].reduce(decide, there);
    expect(cut).toMatchObject({ spent: [bridge], heard: [], heardAway: [bridge] });
    expect(cut.unfinished).toMatchObject([{ placeId: bridge, atMs: 16_000 }]);
    expect(decide(cut, told(60_000, 16_000))).toMatchObject({ heard: [bridge], heardAway: [], unfinished: [] });
  });

  test('counts on the next walk if it was played once more just before', () => {
    const again = stateAfter(...home, { type: 'played-away', placeIds: [bridge] }, chosen(market), chosen(bridge));
    expect([started(bridge), ...walk].reduce(decide, again)).toMatchObject({ startsItself: false, heard: [bridge] });
  });

  test('starts by itself on another day even if it was only begun', () => {
    const begun = [chosen(bridge), started(bridge), told(16_000), paused, chosen(market)];
    expect(stateAfter(...begun, ...walk).startsItself).toBe(false);
    expect(stateAfter(...begun, { type: 'played-away', placeIds: [bridge] }, ...walk)).toMatchObject({
      selected: bridge,
      startsItself: true,
      unfinished: [{ placeId: bridge }],
    });
  });
});

describe('with audio-guide mode off', () => {
  test('a tap selects a place and empty space clears it', () => {
    expect(stateAfter(tapped(bridge))).toMatchObject({ selected: bridge, reason: 'chosen', startsItself: false });
    expect(stateAfter(tapped(bridge), tapped(null))).toMatchObject({ selected: null, reason: null });
  });

  test('positions select nothing', () => {
    expect(stateAfter(autoplay, at(bridge))).toMatchObject({ selected: null, nearest: null });
  });

  test('with autoplay a tapped story starts, even if it was heard before', () => {
    const again = stateAfter(autoplay, tapped(bridge), started(bridge), ended, tapped(null), tapped(bridge));
    expect(again).toMatchObject({ selected: bridge, startsItself: true });
  });

  test('a tap on the place whose story plays leaves it playing', () => {
    expect(stateAfter(autoplay, tapped(bridge), started(bridge), tapped(bridge))).toMatchObject({ playing: true });
  });
});

describe('in audio-guide mode', () => {
  test('taps on the map are ignored, unlike a choice from the list', () => {
    expect(stateAfter(onSite, tapped(bridge)).selected).toBeNull();
    expect(stateAfter(onSite, chosen(bridge)).selected).toBe(bridge);
  });

  test('the nearest place is selected with its distance', () => {
    expect(stateAfter(onSite, at(bridge))).toMatchObject({
      selected: bridge,
      reason: 'nearest',
      distanceM: 3,
      startsItself: false,
    });
  });

  test('with autoplay its story starts by itself once per session', () => {
    expect(stateAfter(onSite, autoplay, at(bridge)).startsItself).toBe(true);
    const back = stateAfter(onSite, autoplay, at(bridge), started(bridge), ended, nowhere, at(bridge));
    expect(back).toMatchObject({ selected: bridge, startsItself: false, playing: false });
  });

  test('autoplay switched on inside a place starts its story', () => {
    expect(stateAfter(onSite, at(bridge), autoplay)).toMatchObject({ selected: bridge, startsItself: true });
  });

  test('a place left before its story was ready does not start it, but does on return', () => {
    const left = stateAfter(onSite, autoplay, at(bridge), nowhere);
    expect(left.startsItself).toBe(false);
    expect(decide(left, at(bridge)).startsItself).toBe(true);
  });

  test('leaving all places lets the story continue', () => {
    const walk = stateAfter(onSite, autoplay, at(bridge), started(bridge), nowhere);
    expect(walk).toMatchObject({ selected: bridge, playing: true, distanceM: null });
  });

  test('an unheard place takes over once the walker has left the playing one', () => {
    const playing = stateAfter(onSite, autoplay, at(bridge), started(bridge));
    expect(decide(playing, at(market, bridge))).toMatchObject({ selected: bridge, playing: true });
    expect(decide(playing, at(market))).toMatchObject({ selected: market, playing: false, startsItself: true });
  });

  test('a heard place does not cut a story, and is selected silently when the story ends', () => {
    const heardBridge = [onSite, autoplay, at(bridge), started(bridge), sounded(SPENT_MS)];
    const walk = stateAfter(...heardBridge, at(market), started(market), at(bridge));
    expect(walk).toMatchObject({ selected: market, playing: true });
    expect(decide(walk, ended)).toMatchObject({ selected: bridge, playing: false, startsItself: false });
  });

  test('without autoplay a story started by hand is not cut by the next place', () => {
    const walk = stateAfter(onSite, at(bridge), started(bridge), at(market));
    expect(walk).toMatchObject({ selected: bridge, playing: true, nearest: { placeId: market } });
    expect(decide(walk, ended)).toMatchObject({ selected: market, startsItself: false });
  });

  test('a place that waited for the end of a story starts after it', () => {
    const waiting = stateAfter(onSite, autoplay, at(bridge), started(bridge), at(market, bridge));
    expect(decide(waiting, ended)).toMatchObject({ selected: market, startsItself: true });
  });

  test('where places overlap, a heard one gives way to an unheard one', () => {
    const walk = stateAfter(onSite, autoplay, at(bridge, market), started(bridge));
    expect(walk).toMatchObject({ selected: bridge, playing: true });
    const second = decide(walk, ended);
    expect(second).toMatchObject({ selected: market, distanceM: 4, startsItself: true });
    expect(stateAfter(onSite, at(bridge, market), started(bridge), ended)).toMatchObject({ selected: bridge });
  });

  test('of several unheard ones, the one that the walker is surely at and leaves comes first', () => {
    const among = (isSure: boolean): WalkEvent => ({
      type: 'located',
      here: [
        { placeId: bridge, distanceM: 3, isSure: true, isLeaving: false },
        { placeId: market, distanceM: 9, isSure, isLeaving: true },
      ],
    });
    expect(stateAfter(onSite, autoplay, among(true))).toMatchObject({ selected: market, startsItself: true });
    expect(stateAfter(onSite, autoplay, among(false))).toMatchObject({ selected: bridge, startsItself: true });
  });

  test('while a story plays, the distance shown is that of its own place', () => {
    const walk = stateAfter(onSite, autoplay, at(bridge), started(bridge), at(market, bridge));
    expect(walk).toMatchObject({ selected: bridge, distanceM: 4, nearest: { placeId: market } });
  });

  test.each<[string, WalkEvent[], boolean]>([
    ['was cut before it was spent', [at(bridge), started(bridge), sounded(4000), at(market), started(market)], true],
    ['was cut after it was spent', [at(bridge), started(bridge), sounded(10_000), at(market), started(market)], false],
    ['was played to its end on the way there', [near(bridge), started(bridge), sounded(12_000), ended], true],
    ['was played to its end on the way past', [near(bridge), started(bridge), sounded(5000), nowhere, ended], true],
    [
      'was played to its end, 5 s of it there',
      [at(bridge), started(bridge), sounded(5000), nowhere, sounded(15_000), ended],
      false,
    ],
    ['was mostly played on the way', [near(bridge), started(bridge), sounded(9000), at(bridge)], true],
    [
      'was played there in pieces',
      [at(bridge), started(bridge), sounded(6000), nowhere, at(bridge), sounded(4000)],
      false,
    ],
    ['was short and played there', [at(bridge), started(bridge), sounded(3000), ended], false],
    ['was started by hand', [at(bridge), chosen(bridge), started(bridge), nowhere, sounded(1000)], false],
    ['was paused', [at(bridge), started(bridge), sounded(1000), paused], false],
    ['broke off', [at(bridge), started(bridge), sounded(4000), brokeOff], true],
    ['broke off after it was spent', [at(bridge), started(bridge), sounded(10_000), brokeOff], false],
    ['was loaded again on the way', [near(bridge), started(bridge), sounded(4000), started(bridge)], true],
    [
      'broke off on the way, and continued by itself',
      [near(bridge), started(bridge), sounded(4000), brokeOff, goesOn(bridge)],
      true,
    ],
    [
      'broke off on the way, and was requested',
      [near(bridge), started(bridge), sounded(4000), brokeOff, started(bridge)],
      false,
    ],
    ['was sought by hand', [near(bridge), started(bridge), sounded(1000), { type: 'sought' }], false],
  ])('whether a story starts by itself again when it %s', (_, events, expected) => {
    const left = stateAfter(onSite, autoplay, ...events, at(square), started(square), ended, nowhere);
    expect(decide(left, at(bridge)).startsItself).toBe(expected);
  });

  test('a story that was loaded late starts by itself like any other, and may start once more', () => {
    const late = stateAfter(onSite, autoplay, near(bridge), goesOn(bridge));
    expect(late).toMatchObject({ playing: true, begun: [bridge], spent: [] });
    const again = [brokeOff, nowhere, at(bridge), goesOn(bridge)].reduce(decide, late);
    expect(again).toMatchObject({ playing: true, spent: [bridge] });
  });

  test('a story left in its middle starts once more, only if the walker is surely at its place', () => {
    const cutOnTheWay: WalkEvent[] = [started(bridge), sounded(12_000), at(market), started(market), ended];
    const once = stateAfter(onSite, autoplay, near(bridge), ...cutOnTheWay);
    expect(once).toMatchObject({ startsItself: false, spent: [market] });
    expect(decide(once, near(bridge)).startsItself).toBe(false);
    const twice = stateAfter(onSite, autoplay, near(bridge), ...cutOnTheWay, at(bridge), started(bridge), nowhere);
    expect(twice).toMatchObject({ playing: true, spent: [market, bridge] });
    expect([at(square), started(square), ended, at(bridge)].reduce(decide, twice).startsItself).toBe(false);
  });

  test('a story fully played on the way there is silent in that visit, and repeated in the next', () => {
    const told = stateAfter(onSite, autoplay, near(bridge), started(bridge), sounded(20_000), ended);
    expect(told).toMatchObject({ selected: bridge, startsItself: false, heard: [bridge] });
    const stayed = [at(bridge), near(bridge), at(bridge)].reduce(decide, told);
    expect(stayed.startsItself).toBe(false);
    expect([nowhere, near(bridge)].reduce(decide, stayed).startsItself).toBe(false);
    const drifted: WalkEvent[] = [{ type: 'located', here: [], around: [bridge] }, at(bridge)];
    expect(drifted.reduce(decide, stayed).startsItself).toBe(false);
    const lost: WalkEvent[] = [{ type: 'located', here: [] }, at(bridge)];
    expect(lost.reduce(decide, stayed).startsItself).toBe(false);
    const second = [nowhere, at(bridge)].reduce(decide, stayed);
    expect(second.startsItself).toBe(true);
    expect([started(bridge), ended, nowhere, at(bridge)].reduce(decide, second).startsItself).toBe(false);
  });

  test('a story fully played elsewhere and then by hand never starts by itself again', () => {
    const told = stateAfter(onSite, autoplay, near(bridge), started(bridge), sounded(20_000), ended, nowhere);
    const byHand = [chosen(bridge), started(bridge), ended, nowhere].reduce(decide, told);
    expect(decide(byHand, at(bridge)).startsItself).toBe(false);
  });

  describe('a story in its last seconds', () => {
    const playing = stateAfter(onSite, autoplay, at(bridge), started(bridge));

    test.each([
      ['is not cut', LAST_WORDS_MS, bridge],
      ['is cut before', LAST_WORDS_MS + 250, market],
    ])('%s', (_, leftMs, expected) => {
      expect([sounded(250, leftMs), at(market)].reduce(decide, playing).selected).toBe(expected);
    });

    test('is followed by the waiting one if the walker is still there', () => {
      const waiting = [sounded(250, 8000), at(market)].reduce(decide, playing);
      expect(decide(waiting, ended)).toMatchObject({ selected: market, startsItself: true });
      expect([nowhere, ended].reduce(decide, waiting)).toMatchObject({ selected: bridge, startsItself: false });
    });

    test('gives way to a choice by hand', () => {
      expect([sounded(250, 8000), chosen(market)].reduce(decide, playing).selected).toBe(market);
    });

    test('is so only while its duration is known', () => {
      expect([sounded(250, null), at(market)].reduce(decide, playing).selected).toBe(market);
    });
  });

  describe('a story that was begun but not heard', () => {
    const cut = stateAfter(onSite, autoplay, at(bridge), started(bridge), told(16_000), at(market), started(market));

    test('can be resumed where it stopped, though it does not start by itself again', () => {
      expect(cut).toMatchObject({ heard: [], spent: [bridge] });
      expect(cut.unfinished).toEqual([{ placeId: bridge, atMs: 16_000, parts: [[0, 16_000]] }]);
      expect([ended, nowhere, at(bridge)].reduce(decide, cut).startsItself).toBe(false);
    });

    test('is kept with all others of the walk, the last one first', () => {
      const three = [told(17_000), at(square), started(square), told(19_000), offSite].reduce(decide, cut);
      expect(three.unfinished.map(({ placeId, atMs }) => [placeId, atMs])).toEqual([
        [square, 19_000],
        [market, 17_000],
        [bridge, 16_000],
      ]);
      expect(three.heard).toEqual([]);
    });

    test('is resumed on request, while the story cut by this takes its place in the list', () => {
      const back = [told(5000), { type: 'resumed', placeId: bridge } as const, started(bridge)].reduce(decide, cut);
      expect(back).toMatchObject({ selected: bridge, reason: 'resumed', playing: true });
      expect(back.unfinished[0]).toMatchObject({ placeId: market, atMs: 5000 });
    });

    test.each<[string, WalkEvent[], boolean]>([
      ['four fifths of it were played in one go', [told(56_000)], true],
      ['less was played', [told(55_000)], false],
      ['it was resumed, and both parts are enough', [told(30_000), told(58_000, 27_000)], true],
      ['the same part was played repeatedly', [told(30_000), told(30_000), told(30_000), told(30_000)], false],
      ['its end was sought', [told(5000), sought, told(70_000, 66_000), ended], false],
      ['some words were skipped', [told(20_000), sought, told(70_000, 30_000), ended], true],
      ['it reached its end', [told(30_000), ended], true],
      ['it was too short to be reported', [ended], true],
      ['it was paused in its middle', [told(30_000), paused], false],
    ])('is heard, or not, when %s', (_, events, expected) => {
      const replayed = events.flatMap((event, index) =>
        index > 0 && event.type === 'sounded' && events[index - 1]?.type === 'sounded'
          ? [chosen(null), chosen(bridge), started(bridge), event]
          : [event],
      );
      const walk = stateAfter(onSite, autoplay, at(bridge), started(bridge), ...replayed, chosen(null));
      expect(walk.heard.includes(bridge)).toBe(expected);
      expect(walk.unfinished.some(({ placeId }) => placeId === bridge)).toBe(!expected);
    });

    test('that was skipped to its end is resumed at its first gap', () => {
      const walk = stateAfter(chosen(bridge), started(bridge), told(5000), sought, told(70_000, 66_000), ended);
      expect(walk.unfinished).toMatchObject([{ placeId: bridge, atMs: 5000 }]);
    });

    test('is recorded while it plays, in case the page ends suddenly', () => {
      const walk = stateAfter(chosen(bridge), started(bridge), told(4000), told(12_000, 4000), told(13_000, 12_000));
      expect(walk.unfinished).toMatchObject([{ placeId: bridge, atMs: 12_000 }]);
    });

    test('is resumed only in the sound that was played: another one begins at its beginning', () => {
      const english: WalkEvent = { ...placesAre([bridge]), sounds: new Map([[bridge, 'en.standard']]) };
      const french = stateAfter(placesAre([bridge]), chosen(bridge), started(bridge), told(50_000), paused);
      expect(playedOf(french, bridge)).toMatchObject({ atMs: 50_000, parts: [[0, 50_000]] });
      const retold = decide(french, english);
      expect(playedOf(retold, bridge)).toEqual({ atMs: 0, parts: [] });
      expect(playedOf(decide(retold, placesAre([bridge])), bridge)).toMatchObject({ atMs: 50_000 });
      const played = [started(bridge), told(20_000), paused].reduce(decide, retold);
      expect(played).toMatchObject({ heard: [], unfinished: [{ sound: 'en.standard', parts: [[0, 20_000]] }] });
    });

    test('is removed once it is dismissed or heard', () => {
      expect(decide(cut, { type: 'dismissed', placeId: bridge }).unfinished).toEqual([]);
      const heard = [{ type: 'resumed', placeId: bridge } as const, started(bridge), told(56_000, 13_000)];
      expect(heard.reduce(decide, cut)).toMatchObject({ heard: [bridge], unfinished: [] });
    });

    test('is played again, like heard ones, if the walk is restarted', () => {
      const anew = [ended, nowhere, { type: 'begun-anew', placeIds: [bridge, market] } as const].reduce(decide, cut);
      expect(anew).toMatchObject({ heard: [], spent: [], begun: [], unfinished: [] });
      expect(decide(anew, at(bridge))).toMatchObject({ selected: bridge, startsItself: true });
    });

    test('keeps its played part when another one is chosen by hand', () => {
      const walk = stateAfter(chosen(bridge), started(bridge), told(3000), chosen(market), started(market));
      expect(walk.unfinished).toEqual([{ placeId: bridge, atMs: 3000, parts: [[0, 3000]] }]);
    });

    test('is heard exactly if four fifths were played, however it is cut, resumed and sought', () => {
      const seeds = Array.from({ length: 300 }, (_, index) => index + 1);
      expect(seeds.filter((seed) => !isHonest(seed))).toEqual([]);
    });
  });

  describe('a pause brings silence', () => {
    const pausedAmongTwo = stateAfter(onSite, autoplay, at(bridge, market), started(bridge), paused);

    test('even if an overlapping place was not heard, and the paused story stays available', () => {
      expect(pausedAmongTwo).toMatchObject({ selected: bridge, playing: false, startsItself: false });
      expect(decide(pausedAmongTwo, at(market, bridge))).toMatchObject({ selected: bridge, startsItself: false });
      expect(decide(pausedAmongTwo, at(market))).toMatchObject({ selected: market, startsItself: false });
    });

    test.each<[string, WalkEvent[], PlaceId]>([
      ['the walker moves to another place', [at(square, bridge)], square],
      ['the overlapping place was left and entered again', [nowhere, at(market)], market],
      ['the story was played to its end', [started(bridge), ended], market],
      ['autoplay was switched off and on', [{ type: 'autoplay-switched', on: false }, autoplay, at(market)], market],
    ])('until %s', (_, events, expected) => {
      expect(events.reduce(decide, pausedAmongTwo)).toMatchObject({ selected: expected, startsItself: true });
    });
  });

  test('a story that breaks off leaves silence until the walker moves on', () => {
    const broken = stateAfter(onSite, autoplay, at(bridge, market), started(bridge), brokeOff);
    expect(decide(broken, at(market, bridge))).toMatchObject({ selected: bridge, playing: false, startsItself: false });
    expect(decide(broken, at(square))).toMatchObject({ selected: square, startsItself: true });
  });

  test('an interruption silences all places until the story continues, without being spent', () => {
    const rang = stateAfter(onSite, autoplay, at(bridge, market), started(bridge), { type: 'interrupted' });
    expect(rang).toMatchObject({ playing: false, interrupted: true, spent: [], muted: [bridge, market] });
    expect(decide(rang, at(market, bridge))).toMatchObject({ selected: bridge, startsItself: false });
    const elsewhere = [nowhere, at(square)].reduce(decide, rang);
    expect(elsewhere).toMatchObject({ selected: square, startsItself: false, interrupted: true });
    expect(decide(rang, started(bridge))).toMatchObject({ playing: true, interrupted: false });
    expect(decide(elsewhere, autoplay)).toMatchObject({ startsItself: true, interrupted: false });
  });

  test('a refused start waits for a tap instead of trying again', () => {
    const refused = stateAfter(onSite, autoplay, at(bridge), { type: 'refused' });
    expect(refused).toMatchObject({ selected: bridge, startsItself: false, refused: true });
    expect(decide(refused, at(bridge)).startsItself).toBe(false);
    expect(decide(refused, started(bridge))).toMatchObject({ playing: true, refused: false });
    expect(decide(refused, chosen(market))).toMatchObject({ selected: market, startsItself: true, refused: false });
  });

  describe('a tap after a refused start', () => {
    const refused = stateAfter(onSite, autoplay, at(bridge), { type: 'refused' });

    test('lets the story start by itself if the walker is still there, and those of later places', () => {
      expect(decide(refused, permitted)).toMatchObject({ selected: bridge, startsItself: true, refused: false });
      const gone = [nowhere, permitted].reduce(decide, refused);
      expect(gone).toMatchObject({ startsItself: false, refused: false });
      expect(decide(gone, at(market))).toMatchObject({ selected: market, startsItself: true });
    });

    test('that ends the walk starts nothing', () => {
      const ended = [autoplayOff, offSite, permitted].reduce(decide, refused);
      expect(ended).toMatchObject({ selected: bridge, playing: false, startsItself: false });
    });

    test.each<[string, WalkEvent[]]>([
      ['ends the walk and starts it again', [autoplayOff, offSite, autoplay, onSite]],
      ['switches the audio guide off and on', [offSite, onSite]],
      ['switches autoplay off and on', [autoplayOff, autoplay]],
    ])('that %s lets the next place start', (_, events) => {
      const switched = events.reduce(decide, refused);
      expect(switched.refused).toBe(false);
      expect(decide(switched, at(market))).toMatchObject({ selected: market, startsItself: true });
    });

    test('changes nothing if nothing was refused', () => {
      const walk = stateAfter(onSite, autoplay, at(bridge), started(bridge), paused);
      expect(decide(walk, permitted)).toBe(walk);
    });
  });

  test('a choice stays while positions only confirm the place that was nearest', () => {
    const picked = stateAfter(onSite, at(bridge), chosen(market), at(bridge));
    expect(picked).toMatchObject({ selected: market, reason: 'chosen', distanceM: null });
    expect(decide(picked, at(square))).toMatchObject({ selected: square, reason: 'nearest' });
  });

  test('a chosen story still starts after a position away from every place', () => {
    expect(stateAfter(onSite, autoplay, chosen(market), nowhere)).toMatchObject({
      selected: market,
      startsItself: true,
    });
  });

  test('a chosen, playing story is not cut by the place that was already nearest', () => {
    const walk = stateAfter(placesAre([bridge, market]), onSite, at(bridge), chosen(market), started(market), autoplay);
    expect(decide(walk, at(bridge))).toMatchObject({ selected: market, playing: true });
  });

  test('a place without audio never cuts a story, and starts once it has audio', () => {
    const walk = stateAfter(placesAre([bridge, market], [market]), onSite, autoplay, at(bridge), started(bridge));
    const beyond = decide(walk, at(market));
    expect(beyond).toMatchObject({ selected: bridge, playing: true });
    const silent = decide(beyond, ended);
    expect(silent).toMatchObject({ selected: market, startsItself: false });
    expect(decide(silent, placesAre([bridge, market])).startsItself).toBe(true);
  });

  test('switching it off keeps the playing story and forgets the position', () => {
    const walk = stateAfter(onSite, autoplay, at(bridge), started(bridge), { type: 'on-site-switched', on: false });
    expect(walk).toMatchObject({ onSite: false, selected: bridge, playing: true, nearest: null });
  });
});

test('a start reported for a place that is no longer selected changes nothing', () => {
  const walk = stateAfter(tapped(bridge), tapped(market));
  expect(decide(walk, started(bridge))).toBe(walk);
});

test('a place removed from the parcours is no longer selected, others stay', () => {
  const walk = stateAfter(tapped(bridge), started(bridge));
  expect(decide(walk, placesAre([bridge, square]))).toMatchObject({ playing: true });
  expect(decide(walk, placesAre([square]))).toMatchObject({
    selected: null,
    playing: false,
  });
});
