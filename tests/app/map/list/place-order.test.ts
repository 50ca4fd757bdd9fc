import { describe, expect, it } from 'vitest';
import { chooseOrderFix, orderPlaces } from '../../../../app/map/list/place-order.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import type { Place } from '../../../../contracts/place.ts';
import { listedPlace, mediaLink } from '../../../support/samples/listed-place.ts';

const HERE = { lng: 2.3425, lat: 48.8565, accuracyM: 5, timestampMs: 0 };
const east = (eastM: number) => ({ ...HERE, ...moveBy(HERE, [eastM, 0]) });

function place(id: number, eastM: number, hasAudio = true): Place {
  const { lng, lat } = east(eastM);
  const media = hasAudio ? { data: mediaLink() } : null;
  return listedPlace(id, { feature: { type: 'Point', coordinates: [lng, lat] }, media });
}

const list = [place(1, 500), place(2, 20, false), place(3, 80), place(4, 200, false), place(5, -30)];
const ids = (listed: readonly { readonly place: Place }[]) => listed.map((one) => one.place.id);

describe('the list of places', () => {
  it('begins with the nearest, with silent ones apart', () => {
    const { isByDistance, stories, silent } = orderPlaces(list, HERE);
    expect(isByDistance).toBe(true);
    expect(ids(stories)).toEqual([5, 3, 1]);
    expect(ids(silent)).toEqual([2, 4]);
    expect(stories.map(({ away }) => Math.round(away?.distanceM ?? Number.NaN))).toEqual([30, 80, 502]);
  });

  it.each([
    ['without a position', null],
    ['far away', east(390_000)],
  ])('keeps the order of the parcours %s', (_, fix) => {
    const { isByDistance, stories, silent } = orderPlaces(list, fix);
    expect(isByDistance).toBe(false);
    expect(ids(stories)).toEqual([1, 3, 5]);
    expect(ids(silent)).toEqual([2, 4]);
    expect(stories.map(({ away }) => away)).toEqual([null, null, null]);
  });

  it('gives each place’s current distance, in the previous order', () => {
    const { stories } = orderPlaces(list, HERE, east(29));
    expect(ids(stories)).toEqual([5, 3, 1]);
    expect(stories.map(({ away }) => Math.round(away?.distanceM ?? Number.NaN))).toEqual([59, 51, 473]);
  });

  it('keeps the order of the parcours at 300 m accuracy, and says how vague each distance is', () => {
    const vague = { ...HERE, accuracyM: 300 };
    const { isByDistance, stories } = orderPlaces(list, vague);
    expect(isByDistance).toBe(false);
    expect(ids(stories)).toEqual([1, 3, 5]);
    expect(stories.map(({ away }) => away?.offM)).toEqual([300, 300, 300]);
  });

  it('does not change until the walker has moved far enough, or while the position is lost', () => {
    const [near, far] = [east(29), east(31)];
    expect(chooseOrderFix(null, HERE)).toBe(HERE);
    expect(chooseOrderFix(HERE, near)).toBe(HERE);
    expect(chooseOrderFix(HERE, null)).toBe(HERE);
    expect(chooseOrderFix(HERE, far)).toBe(far);
    const vague = { ...far, accuracyM: 300 };
    expect(chooseOrderFix(HERE, vague)).toBe(HERE);
    expect(chooseOrderFix(vague, near)).toBe(near);
  });
});
