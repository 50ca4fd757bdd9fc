import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/**
 * Turns listens into counts that can't be turned into one person's. Pure.
 *
 * 1. A person counts once for each story and day, so that nobody makes a number alone.
 * 2. Days are counted together until at least {@link LISTENERS_MIN} people have listened. A listen belongs to the day on which
 *    it arrived. One person doesn't decide when that is, for the day would be theirs: such a group of days ends with a day that
 *    enough people share, with a week, or with a month; and it begins where the last one ended, not with the first listen.
 * 3. A group is counted in every way at once, and its listens are forgotten: nobody who leaves later changes a number, and a
 *    total minus its rows is nothing.
 * 4. Rows of fewer people are put together, with the smallest of the others if they are still too few. Until a month ends, a
 *    group of fewer than {@link DIVIDED_MIN} people waits for more rather than lose rows.
 * 5. No row is about everybody: who counts the members must not learn that each of them listened.
 * 6. Too few who finished are not shown; where only one row's are not, neither are another's, so that no difference is about fewer.
 * 7. Numbers are shown as multiples of {@link SHOWN_STEP}, rounded down: all of ten can't be told from ten of fourteen.
 */

/** Fewest people in a number. */
export const LISTENERS_MIN = 5;
/** A group of days with this many people is closed even if some of its rows are too small, and are merged. */
export const DIVIDED_MIN = 15;
/** Numbers are shown as multiples of this. */
const SHOWN_STEP = 5;

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

/** Whose listens may be counted on a parcours, which its admins know from the list of members. */
export interface Audience {
  readonly members: readonly Pick<Listen, 'accountId' | 'label'>[];
  /** Nobody is counted at the places that they made. */
  readonly authors: ReadonlyMap<PlaceId, UserId>;
}

/** By what listens are counted. */
export type CountKind = 'day' | 'place' | 'link';

/** A number of listens; `item` is a place's id, a label, or empty: for days, and for rows that were put together. */
export interface SafeCount {
  readonly kind: CountKind;
  readonly item: string;
  readonly begun: number;
  /** 0 if it is not shown. */
  readonly finished: number;
}

/**
 * Counts a group of days; returns nothing if it must wait for more.
 * @param listens those of the whole days since the last group, in any order.
 * @param today the day that has begun: the group would end with the one before.
 */
export function countListens(listens: readonly Listen[], audience: Audience, today: string): readonly SafeCount[] {
  const last = addDays(today, -1);
  const isShared = countPeople(listens.filter(({ day }) => day === last)) >= LISTENERS_MIN;
  const [isMonthOver, isWeekOver] = [today.endsWith('-01'), new Date(today).getUTCDay() === 1];
  if (!isShared && !isWeekOver && !isMonthOver) return [];
  const group = withoutLastOfAll(listens, audience);
  if (!isSafe(group, audience)) return [];
  const divisions = (['place', 'link'] as const).map((kind) => ({ kind, ...divide(group, kind, audience) }));
  const mayPutTogether = isMonthOver || countPeople(group) >= DIVIDED_MIN;
  if (!mayPutTogether && divisions.some(({ isWhole }) => !isWhole)) return [];
  return [...toCounts('day', new Map([['', group]])), ...divisions.flatMap(({ kind, rows }) => toCounts(kind, rows))];
}

/** Returns a number as it is shown. */
export function roundShown(count: number): number {
  return Math.floor(count / SHOWN_STEP) * SHOWN_STEP;
}

/** Adds days to a day (`YYYY-MM-DD`). */
export function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

type Rows = ReadonlyMap<string, readonly Listen[]>;

/** Divides listens into rows that are safe; the empty item has what is put together, if the rows are not whole. */
function divide(
  listens: readonly Listen[],
  kind: 'place' | 'link',
  audience: Audience,
): { readonly rows: Rows; readonly isWhole: boolean } {
  const rows = groupBy(listens, kind === 'place' ? ({ placeId }) => String(placeId) : ({ label }) => label);
  const isSafeRow = (item: string): boolean => {
    const isOwn = (label: string) => label === item || (item === '' && !rows.has(label));
    const members = kind === 'place' ? audience.members : audience.members.filter(({ label }) => isOwn(label));
    return isSafe(rows.get(item) ?? [], { ...audience, members });
  };
  const putTogether = (item: string): void => {
    const row = rows.get(item) ?? [];
    rows.delete(item);
    rows.set('', [...(rows.get('') ?? []), ...row]);
  };
  const tooSmall = [...rows.keys()].filter((item) => !isSafeRow(item));
  for (const item of tooSmall) putTogether(item);
  while (rows.has('') && rows.size > 1 && !isSafeRow('')) putTogether(smallest(rows, ''));
  return { rows, isWhole: tooSmall.length === 0 };
}

/** If all members listened, leaves out the one who listened least: then nobody can say of any of them that they did. */
function withoutLastOfAll(listens: readonly Listen[], audience: Audience): readonly Listen[] {
  const people = groupBy(listens, ({ accountId }) => String(accountId));
  const isAll = audience.members.every(({ accountId }) => people.has(String(accountId)));
  if (people.size === 0 || (!isAll && isSafe(listens, audience))) return listens;
  const least = smallest(people);
  return listens.filter(({ accountId }) => String(accountId) !== least);
}

/**
 * True if enough people have listened, and if it can't be known of anybody that they did: each may have heard nothing, since
 * the others could have heard as much together.
 */
function isSafe(listens: readonly Listen[], { members, authors }: Audience): boolean {
  const stories = [...new Set(listens.map(({ placeId, day }) => `${placeId} ${day}`))].map(
    (story) => authors.get(Number.parseInt(story, 10) as PlaceId) ?? null,
  );
  const possible = new Set([...members, ...listens].map(({ accountId }) => accountId));
  const most = [...possible].map((one) => stories.filter((author) => author !== one).length).filter((most) => most > 0);
  const others = most.reduce((sum, own) => sum + own, 0) - Math.max(0, ...most);
  return countPeople(listens) >= LISTENERS_MIN && most.length > LISTENERS_MIN && listens.length <= others;
}

function toCounts(kind: CountKind, rows: Rows): SafeCount[] {
  const finished = new Map([...rows].map(([item, row]) => [item, row.filter(({ isFinished }) => isFinished)]));
  const hidden: Listen[] = [];
  const hide = (item: string): void => {
    hidden.push(...(finished.get(item) ?? []));
    finished.delete(item);
  };
  for (const [item, row] of [...finished]) if (countPeople(row) < LISTENERS_MIN) hide(item);
  while (hidden.length > 0 && countPeople(hidden) < LISTENERS_MIN && finished.size > 0) hide(smallest(finished));
  return [...rows].map(([item, row]) => ({
    ...{ kind, item },
    begun: row.length,
    finished: finished.get(item)?.length ?? 0,
  }));
}

function groupBy(listens: readonly Listen[], keyOf: (listen: Listen) => string): Map<string, readonly Listen[]> {
  const groups = new Map<string, Listen[]>();
  for (const listen of listens) {
    const group = groups.get(keyOf(listen));
    if (group === undefined) groups.set(keyOf(listen), [listen]);
    else group.push(listen);
  }
  return groups;
}

/** Returns the item of the row with the fewest people, and of those with the fewest listens. */
function smallest(rows: Rows, except?: string): string {
  const others = [...rows].filter(([item]) => item !== except);
  return others.reduce((least, other) => {
    const more = countPeople(other[1]) - countPeople(least[1]) || other[1].length - least[1].length;
    return more < 0 ? other : least;
  })[0];
}

function countPeople(listens: readonly Listen[]): number {
  return new Set(listens.map(({ accountId }) => accountId)).size;
}
