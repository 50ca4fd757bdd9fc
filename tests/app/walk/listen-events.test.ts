import { expect, test } from 'vitest';
import { INITIAL_WALK, type WalkState } from '../../../app/walk/guide/walk-state.ts';
import { findFinished } from '../../../app/walk/listen-events.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

const [bridge, quay] = [PlaceId.parse(1), PlaceId.parse(2)];
const walk = (change: Partial<WalkState>): WalkState => ({
  ...INITIAL_WALK,
  selected: bridge,
  playing: true,
  ...change,
});

test('a story is finished once four fifths were heard, and again at each later end, but not by a jump to its end', () => {
  expect(findFinished(walk({}), walk({ heard: [bridge] }))).toBe(bridge);
  expect(findFinished(walk({ heard: [bridge] }), walk({ heard: [bridge] }))).toBeNull();
  expect(findFinished(walk({ heard: [bridge] }), walk({ heard: [bridge], playing: false, isOver: true }))).toBe(bridge);
  expect(findFinished(walk({}), walk({ playing: false, isOver: true }))).toBeNull();
});

test('a pause and another choice in the middle of a heard story finish nothing that was not heard', () => {
  expect(findFinished(walk({ heard: [bridge] }), walk({ heard: [bridge], playing: false }))).toBeNull();
  expect(findFinished(walk({}), walk({ selected: quay, playing: false }))).toBeNull();
});
