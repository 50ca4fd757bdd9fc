import { expect, test } from 'vitest';
import { orderPlaces } from '../../../app/map/list/place-order.ts';
import { type LngLat, moveBy } from '../../../app/position/coordinates.ts';
import { type DistanceFromFix, distanceAndBearingTo, distanceFromFix, isHere } from '../../../app/position/distance.ts';
import { type GateFix, STEADY_JUMP_CONFIRM_MS } from '../../../app/position/fix-gate.ts';
import { createSeededRandom, type SeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { formatAway } from '../../../app/ui/number-words.ts';
import { INITIAL_WALK } from '../../../app/walk/guide/walk-state.ts';
import { NOTHING_NAMED, nameNext } from '../../../app/walk/nearby/next-story.ts';
import { describeReason, listenStrings } from '../../../app/walk/player-words.ts';
import { describeWhere, welcomeStrings } from '../../../app/welcome/welcome-words.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { createAround } from '../../../workers/client/nearest-in-page.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const FIXES = 300;
const PLACES = 24;
const TOWN_M = 400;
const VAGUE_M = 300;

/** A point, a crooked zone, or one with a hole, somewhere in the town. */
function makePlace(chance: SeededRandom, from: LngLat, id: number): Place {
  const middle = moveBy(from, [chance.between(0, TOWN_M), chance.between(-40, 40)]);
  const media = { data: mediaLink() };
  if (chance.happens(0.3)) {
    return listedPlace(id, { media, feature: { type: 'Point', coordinates: toPosition(middle) } });
  }
  const sizeM = chance.between(8, 60);
  const ring = (radiusM: (corner: number) => number): [number, number][] => {
    const corners = Array.from({ length: 9 }, (_, corner) => {
      const angle = (2 * Math.PI * (corner % 8)) / 8;
      return toPosition(moveBy(middle, [radiusM(corner) * Math.cos(angle), radiusM(corner) * Math.sin(angle)]));
    });
    return [...corners.slice(0, -1), corners[0] ?? [0, 0]];
  };
  // Every other corner is near the middle: a star, whose bounding box is mostly empty.
  const outer = ring((corner) => (corner % 2 === 0 ? sizeM : 0.35 * sizeM));
  const coordinates = chance.happens(0.5) ? [outer] : [outer, ring(() => 0.2 * sizeM)];
  return listedPlace(id, { media, feature: { type: 'Polygon', coordinates } });
}

function toPosition({ lng, lat }: LngLat): [number, number] {
  return [lng > 180 ? lng - 360 : lng, lat];
}

/** A walk through the town with fixes of 4 to 12 m, one in fifteen of 300 m, some far off for a few seconds. */
function walkThrough(chance: SeededRandom, from: LngLat): GateFix[] {
  let thrown = 0;
  return Array.from({ length: FIXES }, (_, second) => {
    if (chance.happens(1 / 40)) thrown = 3;
    thrown -= 1;
    const sigmaM = thrown > 0 ? 40 : 4;
    const [lng, lat] = toPosition(
      moveBy(from, [(TOWN_M * second) / FIXES + sigmaM * chance.normal(), sigmaM * chance.normal()]),
    );
    return {
      lng,
      lat,
      accuracyM: chance.happens(1 / 15) ? VAGUE_M : chance.between(4, 12),
      timestampMs: 1000 * second,
    };
  });
}

test.each([
  ['in Paris', 1, { lng: 2.3425, lat: 48.8565 }],
  ['over the antimeridian', 2, { lng: 179.998, lat: -16.8 }],
  ['in the north', 3, { lng: 25.7, lat: 71.1 }],
])('all distances shown on a walk are those of the nearest worker, %s', (_, seed, from) => {
  const chance = createSeededRandom(seed);
  const list = Array.from({ length: PLACES }, (__, index) => makePlace(chance, from, index + 1));
  const around = createAround(list.map(({ id, feature }) => ({ id, geometry: feature })));
  let named = NOTHING_NAMED;
  const seen = { inside: 0, vague: 0, changes: [] as number[] };

  for (const fix of walkThrough(chance, from)) {
    const kernel = around({ position: [fix.lng, fix.lat], radiusM: 20_000 });
    const kernelM = new Map(kernel.map(({ id, distanceM }) => [id, distanceM]));
    const isVague = fix.accuracyM === VAGUE_M;
    const expected = (id: PlaceId): DistanceFromFix => ({
      distanceM: kernelM.get(id) ?? Number.NaN,
      offM: isVague ? VAGUE_M : 0,
    });

    const { stories } = orderPlaces(list, fix);
    expect(stories).toHaveLength(PLACES);
    expect(stories.map(({ away }) => away)).toEqual(stories.map(({ place }) => expected(place.id)));
    if (!isVague) {
      expect(stories.map(({ away }) => away?.distanceM)).toEqual(kernel.map(({ distanceM }) => distanceM));
    }

    const nearestM = kernel[0]?.distanceM ?? Number.NaN;
    const isThere = !isVague && nearestM === 0;
    expect(describeWhere(list, fix) === welcomeStrings.inside).toBe(isThere);
    const reasons = list.map(({ id, feature }) =>
      describeReason({ ...INITIAL_WALK, onSite: true, selected: id, distanceM: 3 }, distanceFromFix(fix, feature)),
    );
    expect(reasons.map((reason) => reason === listenStrings.inside)).toEqual(
      list.map(({ id }) => isHere(expected(id))),
    );
    if (isVague) expect(reasons.filter((reason) => !/moins de|environ/.test(reason))).toEqual([]);

    const before = named;
    named = nameNext(before, list, fix, fix.timestampMs);
    const name = list.find(({ id }) => id === named.placeId);
    const namedM = kernelM.get(named.placeId ?? list[0]?.id ?? (0 as never)) ?? Number.NaN;
    expect(name && distanceFromFix(fix, name.feature).distanceM).toBe(namedM);
    if (!isVague && named.rivalSinceMs === null) {
      expect(namedM).toBeLessThanOrEqual(nearestM + Math.max(10, fix.accuracyM));
    }
    if (named.placeId !== before.placeId) seen.changes.push(fix.timestampMs);
    if (isThere) seen.inside += 1;
    if (isVague) seen.vague += 1;
  }

  // The walk has met the cases in question, and no name was withdrawn immediately.
  expect(seen.inside).toBeGreaterThan(20);
  expect(seen.vague).toBeGreaterThan(10);
  expect(seen.changes.length).toBeGreaterThan(3);
  const gapsMs = seen.changes.slice(1).map((atMs, index) => atMs - (seen.changes[index] ?? 0));
  expect(Math.min(...gapsMs)).toBeGreaterThan(STEADY_JUMP_CONFIRM_MS);
});

test('the shown way leads to the border by the shown distance', () => {
  const chance = createSeededRandom(4);
  const from = { lng: 2.3425, lat: 48.8565 };
  for (let id = 1; id <= 200; id++) {
    const { feature } = makePlace(chance, from, id);
    const at = moveBy(from, [chance.between(-100, TOWN_M + 100), chance.between(-100, 100)]);
    const { distanceM, bearingDeg } = distanceAndBearingTo(at, feature);
    const angle = (bearingDeg * Math.PI) / 180;
    const end = moveBy(at, [distanceM * Math.sin(angle), distanceM * Math.cos(angle)]);
    expect(distanceAndBearingTo(end, feature).distanceM).toBeLessThan(0.01 * distanceM + 0.01);
  }
});

test('a vague position shows no more precision than it has', () => {
  expect(formatAway({ distanceM: 0.2, offM: 0 })).toBe('1\u00a0m');
  expect(formatAway({ distanceM: 0, offM: 300 })).toBe('moins de 300\u00a0m');
  expect(formatAway({ distanceM: 6, offM: 300 })).toBe('moins de 300\u00a0m');
  expect(formatAway({ distanceM: 1420, offM: 300 })).toBe('environ 1,4\u00a0km');
});
