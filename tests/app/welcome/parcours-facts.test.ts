import { describe, expect, it } from 'vitest';
import { moveBy } from '../../../app/position/coordinates.ts';
import { parcoursFacts, shortWay, wayLengthM } from '../../../app/welcome/parcours-facts.ts';
import type { Place } from '../../../contracts/place.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const START = { lng: 2.347, lat: 48.855 };

/** A place this many metres east of the start; without a duration it has no audio. */
function placeAt(id: number, eastM: number, lengthS: number | null): Place {
  const { lng, lat } = moveBy(START, [eastM, 0]);
  const media = lengthS === null ? null : { data: mediaLink({ length: lengthS }) };
  return listedPlace(id, { feature: { type: 'Point', coordinates: [lng, lat] }, media });
}

describe('the facts of a parcours', () => {
  it('are its stories, a walk past them with its detours, and the time for both', () => {
    const facts = parcoursFacts([placeAt(1, 0, 60), placeAt(2, 500, 120), placeAt(3, 900, null), placeAt(4, 1000, 60)]);
    // 1,000 m in a straight line: 26 minutes on foot and 4 of stories.
    expect(facts).toMatchObject({ stories: 3, lengthM: 1300, minutes: 30 });
  });

  it('have the way along the numbered places, however long it is, and the time of all stories', () => {
    const [a, b, c] = [placeAt(1, 0, 60), placeAt(2, 1000, 60), placeAt(3, 500, 60)];
    const numbered = [
      { ...a, step: 1 },
      { ...b, step: 2 },
      { ...c, step: 3 },
    ];
    expect(parcoursFacts([...numbered, placeAt(4, 9000, 60)])).toMatchObject({ stories: 4, lengthM: 2000 });
    expect(parcoursFacts([a, b, c])).toMatchObject({ lengthM: 1300 });
  });

  it('contain no walk if there is nowhere to go, or it is too far to walk', () => {
    expect(parcoursFacts([placeAt(1, 0, 90)])).toMatchObject({ stories: 1, lengthM: null, minutes: 2 });
    expect(parcoursFacts([placeAt(1, 0, 60), placeAt(2, 90_000, 60)])).toMatchObject({ lengthM: null, minutes: 2 });
    expect(parcoursFacts([placeAt(1, 0, null)])).toMatchObject({ stories: 0, lengthM: null, minutes: null });
  });

  it('contain no duration that would leave out a story', () => {
    const unknown = listedPlace(2, { media: { data: mediaLink({ length: null }) } });
    expect(parcoursFacts([placeAt(1, 0, 60), unknown]).minutes).toBeNull();
  });
});

describe('the way past all places', () => {
  const line = [0, 1, 2, 3, 4].map((step) => moveBy(START, [step * 100, 0]));

  it('is the author’s order if it is nearly the shortest, with a small detour, too', () => {
    const [a, b, c, d, e] = line.map((position, index) => (index === 2 ? moveBy(position, [0, 60]) : position));
    if (!a || !b || !c || !d || !e) throw new Error('Expected five positions');
    expect(shortWay([a, b, c, d, e])).toEqual([a, b, c, d, e]);
  });

  it('is a short one if places were added in any order', () => {
    const mixed = [2, 0, 4, 1, 3].flatMap((index) => line[index] ?? []);
    expect(wayLengthM(mixed)).toBeGreaterThan(1000);
    expect(wayLengthM(shortWay(mixed))).toBeLessThan(410);
  });

  it('is not computed for more places than anybody walks past', () => {
    const many = Array.from({ length: 201 }, (_, at) => moveBy(START, [(at * 7919) % 2000, (at * 104_729) % 2000]));
    expect(shortWay(many)).toBe(many);
    const fewer = many.slice(1);
    expect(wayLengthM(shortWay(fewer))).toBeLessThan(wayLengthM(fewer) / 2);
  });
});
