import { afterEach, expect, test } from 'vitest';
import { record, takeEvents } from '../../../app/state/analytics.ts';
import type { UserEnteredGeometry } from '../../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../../contracts/limits.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

const entered = (id: number): UserEnteredGeometry => ({
  name: 'User Entered Geometry',
  atMs: id,
  properties: { geometryId: PlaceId.parse(id), geometryType: 'Point', distance: 0, accuracyRadius: 5 },
});

afterEach(() => {
  takeEvents();
});

test('events wait in order until they are taken, once', () => {
  record(entered(1));
  record(entered(2));
  expect(takeEvents()).toEqual([entered(1), entered(2)]);
  expect(takeEvents()).toEqual([]);
});

test('of too many the oldest are dropped', () => {
  for (let id = 1; id <= EVENTS_WAITING_MAX + 3; id++) record(entered(id));
  const waiting = takeEvents();
  expect(waiting).toHaveLength(EVENTS_WAITING_MAX);
  expect(waiting[0]).toEqual(entered(4));
  expect(waiting.at(-1)).toEqual(entered(EVENTS_WAITING_MAX + 3));
});
