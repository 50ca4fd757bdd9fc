import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/**
 * Turns listens into counts that can't be turned into one person's. Pure.
 *
 * 1. A person counts once for each story and day, so that nobody makes a number alone.
 * 2. Only whole days are counted, and days together until at least {@link LISTENERS_MIN} people have listened. A listen
 *    belongs to the day on which it arrived, so that a day that was counted never changes: two looks at a number differ
 *    by all listens of such days.
 * 3. Such groups of days are divided among places, and among links, as a whole: each listen is in one row. Rows of fewer
 *    people are put together, with the smallest of the others if they are still too few, so that a total minus its rows
 *    is never about fewer people either. Groups of days wait for one another until all rows have enough people, or
 *    {@link DIVIDED_MIN} have listened.
 * 4. What was counted is stored as a number, and the listens are forgotten: a person who leaves changes no number.
 * 5. Numbers are shown as multiples of {@link SHOWN_STEP}, rounded down: all of ten can't be told from ten of fourteen.
 */

/** Fewest people in a number. */
export const LISTENERS_MIN = 5;
/** From so many people on, days are divided even if some rows are too small and must be put together. */
export const DIVIDED_MIN = 25;
/** From so many people on, a number doesn't wait for enough people who finished: fewer are shown as none. */
const UNFINISHED_MIN = 20;
/** Numbers are shown as multiples of this. */
export const SHOWN_STEP = 5;

/** That a person listened to a story on a day. */
export interface Listen {
  readonly accountId: UserId;
  readonly placeId: PlaceId;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly isFinished: boolean;
  /** The label of the link by which they came; empty for none. */
  readonly label: string;
}

/** By what listens are counted. */
export type CountKind = 'day' | 'place' | 'link';

/** A number of listens; `item` is a place's id, a label, or empty: for days, and for rows that were put together. */
export interface SafeCount {
  readonly kind: CountKind;
  readonly item: string;
  readonly from: string;
  readonly until: string;
  readonly begun: number;
  readonly finished: number;
}

/** Listens with the kinds by which they are not counted yet, and by which they wait for others. */
export type Waiting<L extends Listen> = Readonly<Record<CountKind, readonly L[]>>;

/**
 * Counts what can be counted; returns the counts and what still waits. Listens that wait by place or link were counted by
 * day. `waiting.day` are of days that are over, in any order.
 */
export function countListens<L extends Listen>(
  waiting: Waiting<L>,
): {
  readonly counts: readonly SafeCount[];
  readonly waiting: Waiting<L>;
} {
  const counts: SafeCount[] = [];
  const byDay = groupBy(waiting.day, ({ day }) => day);
  let open: readonly L[] = [];
  const undivided = { place: waiting.place, link: waiting.link };
  for (const day of [...byDay.keys()].sort()) {
    open = [...open, ...(byDay.get(day) ?? [])];
    if (!isSafe(open)) continue;
    counts.push(toCount('day', '', open, day));
    for (const kind of ['place', 'link'] as const) {
      undivided[kind] = [...undivided[kind], ...open];
      const rows = divide(undivided[kind], kind === 'place' ? ({ placeId }) => String(placeId) : ({ label }) => label);
      if (rows === null) continue;
      for (const [item, row] of rows) counts.push(toCount(kind, item, row, day));
      undivided[kind] = [];
    }
    open = [];
  }
  return { counts, waiting: { day: open, ...undivided } };
}

/** Returns a number as it is shown. */
export function roundShown(count: number): number {
  return Math.floor(count / SHOWN_STEP) * SHOWN_STEP;
}

/** Divides listens into rows that are safe; null if they should wait for more. The empty item has what is put together. */
function divide<L extends Listen>(
  listens: readonly L[],
  itemOf: (listen: L) => string,
): Map<string, readonly L[]> | null {
  const rows = groupBy(listens, itemOf);
  const tooSmall = [...rows].filter(([, row]) => !isSafe(row));
  if (tooSmall.length === 0) return rows;
  if (countPeople(listens) < DIVIDED_MIN) return null;
  for (const [item, row] of tooSmall) {
    rows.delete(item);
    rows.set('', [...(rows.get('') ?? []), ...row]);
  }
  while (!isSafe(rows.get('') ?? []) && rows.size > 1) {
    const others = [...rows].filter(([item]) => item !== '');
    const [item, row] = others.reduce((least, other) =>
      countPeople(other[1]) < countPeople(least[1]) ? other : least,
    );
    rows.delete(item);
    rows.set('', [...(rows.get('') ?? []), ...row]);
  }
  return rows;
}

function groupBy<L extends Listen>(listens: readonly L[], keyOf: (listen: L) => string): Map<string, readonly L[]> {
  const groups = new Map<string, L[]>();
  for (const listen of listens) {
    const group = groups.get(keyOf(listen));
    if (group === undefined) groups.set(keyOf(listen), [listen]);
    else group.push(listen);
  }
  return groups;
}

function isSafe(listens: readonly Listen[]): boolean {
  const [people, finishers] = [countPeople(listens), countPeople(listens.filter(({ isFinished }) => isFinished))];
  return people >= LISTENERS_MIN && (finishers === 0 || finishers >= LISTENERS_MIN || people >= UNFINISHED_MIN);
}

function countPeople(listens: readonly Listen[]): number {
  return new Set(listens.map(({ accountId }) => accountId)).size;
}

function toCount(kind: CountKind, item: string, listens: readonly Listen[], until: string): SafeCount {
  const finished = listens.filter(({ isFinished }) => isFinished);
  return {
    ...{ kind, item, until },
    from: listens.reduce((first, { day }) => (day < first ? day : first), until),
    begun: listens.length,
    finished: countPeople(finished) >= LISTENERS_MIN ? finished.length : 0,
  };
}
