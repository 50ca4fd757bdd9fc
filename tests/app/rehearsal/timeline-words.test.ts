import { describe, expect, test } from 'vitest';
import type { RehearsedStart, UnheardPlace } from '../../../app/rehearsal/rehearsal-log.ts';
import { rehearsalStrings } from '../../../app/rehearsal/rehearsal-words.ts';
import { describeStart, describeUnheard } from '../../../app/rehearsal/timeline-words.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';

const words = rehearsalStrings;
const [here, other] = [PlaceId.parse(1), PlaceId.parse(2)];
const nameOf = (placeId: PlaceId): string => (placeId === here ? 'Le pont' : 'Le banc');

const START: RehearsedStart = {
  placeId: here,
  atS: 60,
  atM: 78,
  position: [2.345, 48.855],
  distanceM: 6,
  why: 'arrived',
  waited: null,
  leftAtS: null,
  endedAtS: 90,
  cutAtS: null,
  cutBy: null,
};
const describeOf = (change: Partial<RehearsedStart>, isLengthUnknown = false) =>
  describeStart({ ...START, ...change }, nameOf, isLengthUnknown)
    .slice(1)
    .map(({ text, tone }) => [tone, text]);

describe('the start of a story', () => {
  test('says where it happens', () => {
    expect(describeStart(START, nameOf, false)).toEqual([
      { text: `${words.alongM(78)}, ${words.fromPlaceM(6)}`, tone: 'plain' },
    ]);
    expect(describeStart({ ...START, distanceM: null }, nameOf, false)[0]?.text).toBe(words.alongM(78));
  });

  test.each([
    ['a second hearing', { why: 'again' }, 'plain', words.heardAgain],
    ['what it waited for', { waited: { behind: other, forS: 12 } }, 'warning', words.waited('0:12', 'Le banc')],
    ['what is heard out of the place', { leftAtS: 70 }, 'warning', words.left('0:20')],
    ['what cut it, and when', { endedAtS: null, cutAtS: 75, cutBy: other }, 'bad', words.cut('0:15', 'Le banc')],
  ] as const)('says %s', (_, change, tone, text) => {
    expect(describeOf(change)).toEqual([[tone, text]]);
  });

  test('a story’s last seconds outside the place are not mentioned', () => {
    expect(describeOf({ leftAtS: 86 })).toEqual([]);
  });

  test('an unknown duration is stated', () => {
    expect(describeOf({}, true)).toEqual([['plain', words.unknownLength]]);
  });
});

test.each([
  [{ why: 'far', distanceM: 38 }, words.far(38)],
  [{ why: 'far', distanceM: null }, words.far(null)],
  [{ why: 'far', distanceM: 5 }, words.missed(5)],
  [{ why: 'far', distanceM: 0 }, words.missed(0)],
  [{ why: 'masked', behind: other }, words.masked('Le banc')],
  [{ why: 'silent' }, words.silent],
  [{ why: 'brief' }, words.brief],
] as const)('a place without a start gives the reason: %j', (change, text) => {
  const place: UnheardPlace = {
    placeId: here,
    behind: null,
    distanceM: 3,
    atM: 0,
    position: [0, 0],
    ...change,
  };
  expect(describeUnheard(place, nameOf)).toBe(text);
});
