import { expect, test } from 'vitest';
import { PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import {
  type CountKind,
  countListens,
  DIVIDED_MIN,
  LISTENERS_MIN,
  type Listen,
  roundShown,
  type SafeCount,
  type Waiting,
} from '../../../../server/domain/listens/safe-counts.ts';

const NONE: Waiting<Listen> = { day: [], place: [], link: [] };
const KINDS = ['day', 'place', 'link'] as const;

const listen = (person: number, place: number, day = 1, more: Partial<Listen> = {}): Listen => ({
  accountId: UserId.parse(person),
  placeId: PlaceId.parse(place),
  day: `2026-05-${String(day).padStart(2, '0')}`,
  ...{ isFinished: false, label: '' },
  ...more,
});
const people = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const found = (counts: readonly SafeCount[], kind: CountKind) =>
  counts.filter((count) => count.kind === kind).map(({ item, begun }) => [item, begun]);

test('four people are not counted, and a fifth counts them all, on one line with the days that they waited', () => {
  const four = people(1, 4).map((person) => listen(person, 7, person));
  const first = countListens({ ...NONE, day: four });
  expect(first).toEqual({ counts: [], waiting: { ...NONE, day: four } });
  // Somebody who comes every day is one person still.
  const again = countListens({ ...NONE, day: [...four, listen(1, 8, 5), listen(1, 9, 6)] });
  expect(again.counts).toEqual([]);
  const { counts, waiting } = countListens({ ...NONE, day: [...four, listen(5, 7, 6)] });
  expect(counts.filter(({ kind }) => kind === 'day')).toEqual([
    { kind: 'day', item: '', from: '2026-05-01', until: '2026-05-06', begun: 5, finished: 0 },
  ]);
  expect(waiting).toEqual(NONE);
});

test('a link that one person used, and a place that one heard, wait, and are never the rest of a total', () => {
  const walkers = people(1, 9).map((person) => listen(person, 7, 1, { label: '4e B' }));
  const one = [...walkers, listen(10, 8, 1, { label: 'Zoé' })];
  const first = countListens({ ...NONE, day: one });
  expect(found(first.counts, 'day')).toEqual([['', 10]]);
  expect([found(first.counts, 'place'), found(first.counts, 'link')]).toEqual([[], []]);
  // With enough people the rows are shown; what is too small takes the smallest other row with it.
  const later = people(11, 26).flatMap((person) => listen(person, person < 20 ? 7 : 9, 2, { label: '4e C' }));
  const { counts, waiting } = countListens({ ...first.waiting, day: later });
  expect(found(counts, 'place')).toEqual([
    ['7', 18],
    ['', 8],
  ]);
  expect(found(counts, 'link')).toEqual([
    ['4e C', 16],
    ['', 10],
  ]);
  expect(waiting).toEqual(NONE);
});

test('finished listens of fewer than five people are shown as none', () => {
  const finishedBy = (count: number, all: number) =>
    people(1, all).map((person) => listen(person, 7, 1, { isFinished: person <= count }));
  const finished = (count: number, all: number) =>
    countListens({ ...NONE, day: finishedBy(count, all) }).counts.find(({ kind }) => kind === 'day')?.finished;
  expect([finished(0, 5), finished(4, 5), finished(5, 5), finished(4, 19), finished(4, 20)]).toEqual([
    0,
    undefined,
    5,
    undefined,
    0,
  ]);
});

test('numbers are shown as multiples of five', () => {
  expect([0, 4, 5, 9, 14, 23].map(roundShown)).toEqual([0, 0, 5, 5, 10, 20]);
});

/**
 * Somebody looks every day, and subtracts. What they then know for sure is a sum of lines: of days, of a table's rows, of what
 * a number grew by since an earlier look, of a total without some of its rows. In random weeks none is about few people.
 */
test('no difference of days, of looks, or of a total and its rows is about one to four people', () => {
  const random = seeded(36);
  let tries = 0;
  for (let week = 0; week < 200; week++) {
    const [places, links, perDay] = [2 + random(5), 1 + random(4), 1 + random(20)];
    let waiting = NONE;
    for (let day = 1; day <= 12; day++) {
      const before = { ...waiting, day: [...waiting.day, ...randomDay(random, { places, links, perDay, day })] };
      const { counts, waiting: next } = countListens(before);
      const dated = before.day.filter((one) => !next.day.includes(one));
      for (const kind of KINDS) {
        const all = kind === 'day' ? before.day : [...before[kind], ...dated];
        const grown = all.filter((one) => !next[kind].includes(one));
        const rows = counts.filter((count) => count.kind === kind);
        // Each is in one row: a total without all of its rows is nothing.
        expect(rows.reduce((sum, { begun }) => sum + begun, 0)).toBe(grown.length);
        for (const row of rows) {
          const own = grown.filter((one) => rowOf(one, rows, kind) === row.item);
          expect(own).toHaveLength(row.begun);
          expect(countPeople(own)).toBeGreaterThanOrEqual(LISTENERS_MIN);
          const finished = own.filter(({ isFinished }) => isFinished);
          if (row.finished > 0) expect(countPeople(finished)).toBeGreaterThanOrEqual(LISTENERS_MIN);
          tries += 1;
        }
      }
      // The days' total without the rows of places, or of links, is whole lines of days, or nothing.
      for (const kind of ['place', 'link'] as const) {
        if (next[kind].length > 0) expect(countPeople(next[kind])).toBeGreaterThanOrEqual(LISTENERS_MIN);
        expect(countPeople(next[kind])).toBeLessThan(DIVIDED_MIN);
      }
      waiting = next;
    }
  }
  expect(tries).toBeGreaterThan(1000);
});

test('an account that is deleted after its listens were counted changes no number', () => {
  const { counts, waiting } = countListens({ ...NONE, day: people(1, 6).map((person) => listen(person, 7)) });
  // Nothing of the six is left that a deletion could take.
  expect([counts.length, waiting]).toEqual([3, NONE]);
});

/** The listens of a day: few hear the last places, and each person has come by one link, of which one is only one person's. */
function randomDay(
  random: (below: number) => number,
  {
    places,
    links,
    perDay,
    day,
  }: { readonly places: number; readonly links: number; readonly perDay: number; readonly day: number },
): Listen[] {
  const heard = new Map<string, Listen>();
  for (let times = random(3 * perDay + 1); times > 0; times--) {
    const person = 1 + random(perDay + 4);
    const place = 1 + Math.min(random(places), random(places));
    const label = person === 1 ? 'Zoé' : (['', 'école', 'affiche', 'mairie'][person % links] ?? '');
    heard.set(`${person} ${place}`, listen(person, place, day, { label, isFinished: random(3) > 0 }));
  }
  return [...heard.values()];
}

/** The item of the row that a listen is in. */
function rowOf({ placeId, label }: Listen, rows: readonly SafeCount[], kind: CountKind): string {
  const own = { day: '', place: String(placeId), link: label }[kind];
  return rows.some(({ item }) => item === own) ? own : '';
}

function countPeople(listens: readonly Listen[]): number {
  return new Set(listens.map(({ accountId }) => accountId)).size;
}

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}
