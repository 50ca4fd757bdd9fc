import { expect, test } from 'vitest';
import { PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import {
  type Audience,
  addDays,
  type CountKind,
  countListens,
  LISTENERS_MIN,
  type Listen,
  roundShown,
  type SafeCount,
} from '../../../../server/domain/listens/safe-counts.ts';

// A Wednesday; the week ends with the 10th, the month with the 31st.
const [WEDNESDAY, SUNDAY, MONTH_END] = ['2026-05-06', '2026-05-10', '2026-05-31'];

const listen = (person: number, place: number, day = WEDNESDAY, more: Partial<Listen> = {}): Listen => ({
  accountId: UserId.parse(person),
  placeId: PlaceId.parse(place),
  ...{ day, isFinished: false, label: '' },
  ...more,
});
const people = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** An audience with these members, by this link, which made none of the places. */
const audience = (count: number, label = ''): Audience => ({
  members: people(1, count).map((person) => ({ accountId: UserId.parse(person), label })),
  authors: new Map(),
});
const countAfter = (day: string, listens: readonly Listen[], who = audience(40)) =>
  countListens(listens, who, addDays(day, 1));
const found = (counts: readonly SafeCount[], kind: CountKind) =>
  counts.filter((count) => count.kind === kind).map(({ item, begun }) => [item, begun]);

test('four people are not counted, and a fifth counts them all, but not on a day that is only theirs', () => {
  const four = people(1, 4).map((person) => listen(person, 7));
  expect(countAfter(SUNDAY, four)).toEqual([]);
  // Somebody who comes every day is one person still.
  expect(countAfter(SUNDAY, [...four, listen(1, 8, '2026-05-07'), listen(1, 9, '2026-05-08')])).toEqual([]);
  const five = [...four, listen(5, 7, '2026-05-08')];
  for (const day of ['2026-05-08', '2026-05-09']) expect(countAfter(day, five)).toEqual([]);
  expect(found(countAfter(SUNDAY, five), 'day')).toEqual([['', 5]]);
  // A day of five is nobody's own.
  expect(
    found(countAfter('2026-05-08', [...four, ...people(5, 9).map((one) => listen(one, 7, '2026-05-08'))]), 'day'),
  ).toEqual([['', 9]]);
});

test('who knows the members does not learn that each of them listened', () => {
  const heardBy = (count: number) => people(1, count).map((person) => listen(person, 7));
  // Five of five: the row alone would tell it. Ten of ten are counted as nine.
  expect(countAfter(SUNDAY, heardBy(5), audience(5))).toEqual([]);
  expect(found(countAfter(SUNDAY, heardBy(5), audience(6)), 'place')).toEqual([['7', 5]]);
  expect(found(countAfter(SUNDAY, heardBy(10), audience(10)), 'place')).toEqual([['7', 9]]);
  // All who came by a link, and all but the author of the place, who is never counted there.
  const school = audience(8, 'école').members;
  const both = { members: [...school, ...audience(30).members.slice(8)], authors: new Map() };
  const listens = [
    ...people(1, 8).map((person) => listen(person, 7, WEDNESDAY, { label: 'école' })),
    ...people(9, 20).map((person) => listen(person, 8)),
  ];
  expect(found(countAfter(SUNDAY, listens, both), 'link')).toEqual([['', 20]]);
  const authors = new Map([[PlaceId.parse(7), UserId.parse(8)]]);
  const butTheAuthor = [
    ...people(1, 7).map((person) => listen(person, 7)),
    ...people(1, 7).map((person) => listen(person, 9, '2026-05-07')),
  ];
  expect(found(countAfter(MONTH_END, butTheAuthor, { ...audience(8), authors }), 'place')).toEqual([
    ['7', 6],
    ['9', 6],
  ]);
});

test('a link that one person used, and a place that one heard, wait, and are never the rest of a total', () => {
  const walkers = people(1, 9).map((person) => listen(person, 7, WEDNESDAY, { label: '4e B' }));
  const one = [...walkers, listen(10, 8, WEDNESDAY, { label: 'Zoé' })];
  expect(countAfter(SUNDAY, one)).toEqual([]);
  // What is too small takes the smallest other row with it, once there are enough people, or the month is over.
  expect([found(countAfter(MONTH_END, one), 'place'), found(countAfter(MONTH_END, one), 'link')]).toEqual([
    [['', 10]],
    [['', 10]],
  ]);
  const more = people(11, 26).map((person) => listen(person, person < 20 ? 7 : 9, WEDNESDAY, { label: '4e C' }));
  const counts = countAfter(WEDNESDAY, [...one, ...more], {
    ...audience(40),
    members: [...one, ...more, listen(27, 7)],
  });
  expect(found(counts, 'place')).toEqual([
    ['7', 18],
    ['', 8],
  ]);
  expect(found(counts, 'link')).toEqual([
    ['4e C', 16],
    ['', 10],
  ]);
});

test('finished listens of fewer than five people are not shown, nor told by the rest of a total', () => {
  const finishedBy = (count: number) =>
    people(1, 9).map((person) => listen(person, 7, WEDNESDAY, { isFinished: person <= count }));
  const shown = [0, 4, 5].map((count) => countAfter(WEDNESDAY, finishedBy(count)).map(({ finished }) => finished));
  expect(shown).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [5, 5, 5],
  ]);
  // Of 14 at two places, 6 and 1 finished: showing the six would tell of the one.
  const two = [
    ...finishedBy(6),
    ...people(10, 15).map((person) => listen(person, 8, WEDNESDAY, { isFinished: person === 10 })),
  ];
  expect(countAfter(WEDNESDAY, two).map(({ kind, finished }) => [kind, finished])).toEqual([
    ['day', 7],
    ['place', 0],
    ['place', 0],
    ['link', 7],
  ]);
});

test('numbers are shown as multiples of five', () => {
  expect([0, 4, 5, 9, 14, 23].map(roundShown)).toEqual([0, 0, 5, 5, 10, 20]);
});

/**
 * Somebody who has these rules, the exact numbers and the list of members looks every day, and subtracts. What they know for sure is a
 * sum of lines: of groups of days, of a table's rows, of a total without some of its rows. In random weeks none is about one to
 * four people, or about everybody who could be in it.
 */
test('no difference of days, of looks, or of a total and its rows is about one to four people, or about all', () => {
  const random = seeded(36);
  let tries = 0;
  for (let season = 0; season < 40; season++) {
    const [places, links, perDay, size] = [1 + random(6), 1 + random(4), 1 + random(12), 5 + random(30)];
    const labelOf = (person: number) =>
      person === 1 ? 'Zoé' : (['', 'école', 'affiche', 'mairie'][person % links] ?? '');
    const members = people(1, size).map((person) => ({ accountId: UserId.parse(person), label: labelOf(person) }));
    const placeId = PlaceId.parse(1);
    const authors = new Map([[placeId, UserId.parse(2)]]);
    let waiting: Listen[] = [];
    for (let day = WEDNESDAY; day < '2026-07-01'; day = addDays(day, 1)) {
      const heard = new Map<string, Listen>();
      for (let times = random(3 * perDay + 1); times > 0; times--) {
        const [person, place] = [1 + random(size), 1 + Math.min(random(places), random(places))];
        if (place === 1 && person === 2) continue;
        const one = listen(person, place, day, { label: labelOf(person), isFinished: random(9) > random(9) + 1 });
        heard.set(`${person} ${place}`, one);
      }
      waiting.push(...heard.values());
      const counts = countListens(waiting, { members, authors }, addDays(day, 1));
      if (counts.length === 0) continue;
      const [total] = counts;
      for (const kind of KINDS) {
        const rows = counts.filter((count) => count.kind === kind);
        // Each is in one row: a total without all of its rows is nothing.
        expect(rows.reduce((sum, { begun }) => sum + begun, 0)).toBe(total?.begun);
        const own = (row: SafeCount) => waiting.filter((one) => rowOf(one, rows, kind) === row.item);
        for (const row of rows) {
          expect(countPeople(own(row))).toBeGreaterThanOrEqual(LISTENERS_MIN);
          if (row.finished > 0) expect(countPeople(finishedOf(own(row)))).toBeGreaterThanOrEqual(LISTENERS_MIN);
          // Each member may have heard nothing: the others could have heard as much.
          const possible = members.filter(
            (one) => kind !== 'link' || rowOf({ placeId, ...one }, rows, kind) === row.item,
          );
          const stories = new Map(own(row).map((one) => [`${one.placeId} ${one.day}`, authors.get(one.placeId)]));
          const most = possible.map(
            ({ accountId }) => [...stories.values()].filter((author) => author !== accountId).length,
          );
          const all = most.reduce((sum, heard) => sum + heard, 0);
          expect(row.begun).toBeLessThanOrEqual(all - Math.max(...most));
          expect(possible.length).toBeGreaterThan(LISTENERS_MIN);
          tries += 1;
        }
        const hidden = rows.filter(({ finished }) => finished === 0).flatMap((row) => finishedOf(own(row)));
        const isTold = (total?.finished ?? 0) > 0 && hidden.length > 0;
        if (isTold) expect(countPeople(hidden)).toBeGreaterThanOrEqual(LISTENERS_MIN);
      }
      waiting = [];
    }
  }
  expect(tries).toBeGreaterThan(1000);
});

const KINDS = ['day', 'place', 'link'] as const;

/** The item of the row that a listen is in. */
function rowOf(
  { placeId, label }: Pick<Listen, 'placeId' | 'label'>,
  rows: readonly SafeCount[],
  kind: CountKind,
): string {
  const own = { day: '', place: String(placeId), link: label }[kind];
  return rows.some(({ item }) => item === own) ? own : '';
}

function finishedOf(listens: readonly Listen[]): Listen[] {
  return listens.filter(({ isFinished }) => isFinished);
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
