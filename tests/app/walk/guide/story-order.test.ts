import { describe, expect, test } from 'vitest';
import { decide } from '../../../../app/walk/guide/walk-decision.ts';
import type { WalkEvent } from '../../../../app/walk/guide/walk-state.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import {
  bridge,
  chosen,
  ended,
  market,
  onSite,
  paused,
  placesAre,
  square,
  started,
  stateAfter,
  tapped,
  told,
} from '../../../support/samples/walk-events.ts';

describe('stories in an order', () => {
  const inOrder: WalkEvent = { type: 'ordered', order: [bridge, market, square] };
  const toldWhole = (placeId: PlaceId): WalkEvent[] => [chosen(placeId), started(placeId), ended];

  test('follow each other by themselves, each after the end of the previous one', () => {
    const second = stateAfter(inOrder, ...toldWhole(bridge));
    expect(second).toMatchObject({ selected: market, startsItself: true, isOver: false });
    expect([started(market), ended].reduce(decide, second)).toMatchObject({ selected: square, startsItself: true });
  });

  test('skip heard ones and those without audio, and return to those passed over', () => {
    expect(stateAfter(inOrder, ...toldWhole(market), ...toldWhole(bridge)).selected).toBe(square);
    expect(stateAfter(inOrder, placesAre([bridge, market, square], [market]), ...toldWhole(bridge)).selected).toBe(
      square,
    );
    expect(stateAfter(inOrder, ...toldWhole(square))).toMatchObject({ selected: bridge, startsItself: true });
  });

  test('end with the last one, which stays selected', () => {
    const all = stateAfter(inOrder, ...toldWhole(bridge), started(market), ended, started(square), ended);
    expect(all).toMatchObject({ selected: square, startsItself: false, isOver: true, playing: false });
  });

  test('restart with heard ones, which stay heard, each once', () => {
    const all = [bridge, market, square].flatMap((id) => [chosen(id), started(id), told(70_000), ended]);
    const anew = [{ type: 'ordered-anew', order: [bridge, market, square] } as const, ...toldWhole(bridge)];
    const second = stateAfter(...all, ...anew);
    expect(second).toMatchObject({ selected: market, startsItself: true, heard: [bridge, market, square] });
    const last = [started(market), ended, started(square), ended].reduce(decide, second);
    expect(last).toMatchObject({ selected: square, startsItself: false, isOver: true, unfinished: [] });
    expect(last.heard).toEqual([bridge, market, square]);
    expect(stateAfter(onSite, { type: 'ordered-anew', order: [bridge] })).toMatchObject({ order: null, again: [] });
  });

  test('also skip those heard elsewhere on another day', () => {
    const away = stateAfter(chosen(market), started(market), told(70_000), ended, {
      type: 'played-away',
      placeIds: [market],
    });
    expect([inOrder, ...toldWhole(bridge)].reduce(decide, away).selected).toBe(square);
  });

  test('do not follow a paused or closed story', () => {
    const first = stateAfter(inOrder, chosen(bridge), started(bridge));
    expect(decide(first, paused)).toMatchObject({ selected: bridge, startsItself: false });
    expect(decide(first, tapped(null))).toMatchObject({ selected: null, startsItself: false });
  });

  test('stop immediately if the order ends, including a pending start', () => {
    const due = stateAfter(inOrder, ...toldWhole(bridge));
    expect(decide(due, { type: 'ordered', order: null })).toMatchObject({ selected: market, startsItself: false });
    expect(stateAfter(inOrder, { type: 'ordered', order: null }, ...toldWhole(bridge)).selected).toBe(bridge);
  });

  test('never follow on site', () => {
    expect(stateAfter(inOrder, onSite).order).toBeNull();
    expect(stateAfter(onSite, inOrder).order).toBeNull();
  });
});
