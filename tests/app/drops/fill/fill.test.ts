import { describe, expect, it } from 'vitest';
import { chooseCard, withoutQueued } from '../../../../app/drops/fill/fill.ts';
import type { PlannedPlace, PlannedState } from '../../../../contracts/planned-place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const planned = (id: number, lat: number, state: PlannedState = 'planned'): PlannedPlace => ({
  ...{ id: PlaceId.parse(id), appelation: `Étape ${id}`, map: { id: ParcoursId.parse(1) }, asked: null, state },
  ...{ feature: { type: 'Point', coordinates: [2.3, lat] }, filledBy: null },
});
const at = (lat: number, accuracyM = 5) => ({ lng: 2.3, lat, accuracyM, timestampMs: 0, speedMps: null });
const ownId = UserId.parse(5);
const shownId = (
  list: readonly PlannedPlace[],
  card: Parameters<typeof chooseCard>[1],
  fix: Parameters<typeof chooseCard>[2],
): number | null => chooseCard(list, card, fix, ownId)?.id ?? null;
const closed = { openId: null, closedIds: [] };

describe('the card of a planned place', () => {
  // 0.0001° of latitude are 11 m.
  const list = [planned(1, 48.8), planned(2, 48.80015), planned(3, 48.8001, 'draft')];

  it('appears where somebody stands, for the nearest place that nobody has filled', () => {
    expect(shownId(list, closed, at(48.8))).toBe(1);
    expect(shownId(list, closed, at(48.80012))).toBe(2);
    expect(shownId(list, closed, at(48.801))).toBeNull();
    expect(shownId(list, closed, at(48.8, 80))).toBeNull();
    expect(shownId(list, closed, null)).toBeNull();
  });

  it('doesn’t appear again by itself once it was closed, and shows what was chosen, whatever its state', () => {
    expect(shownId(list, { openId: null, closedIds: [PlaceId.parse(1)] }, at(48.8))).toBe(2);
    expect(shownId(list, { openId: PlaceId.parse(3), closedIds: [PlaceId.parse(3)] }, at(48.8))).toBe(3);
  });

  it('appears by itself only for those who are asked, if anybody is', () => {
    const askedFor = (id: number): PlannedPlace[] => [
      { ...planned(4, 48.8), asked: { id: UserId.parse(id), name: 'Léa' } },
    ];
    expect([shownId(askedFor(5), closed, at(48.8)), shownId(askedFor(6), closed, at(48.8))]).toEqual([4, null]);
    expect(shownId(askedFor(6), { openId: PlaceId.parse(4), closedIds: [] }, at(48.8))).toBe(4);
  });

  it('is not offered for a place whose audio waits on this device', () => {
    const left = withoutQueued(list, [{ plannedId: PlaceId.parse(1) }, { plannedId: null }]);
    expect(left.map(({ id }) => id)).toEqual([2, 3]);
  });
});
