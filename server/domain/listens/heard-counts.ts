import type { Heard, HeardCount } from '../../../contracts/calls/heard-calls.ts';
import { mayReadHeard } from '../../../contracts/permissions.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Transactor } from '../../store/database.ts';
import {
  deleteListens,
  findLastCountedDay,
  type HeardCountRow,
  insertHeardCounts,
  type LabelledListenRow,
  listElsewhere,
  listHeardCounts,
  listListens,
  listParcoursHeard,
  listPlaceNames,
  readAudience,
} from '../../store/listens.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { addDays, countListens, type Listen, roundShown, type SafeCount } from './safe-counts.ts';

/** Counts what was heard; `safe-counts.ts` has the rules. */
export function createHeardCounts(database: Database, clock: Clock) {
  return {
    /** Counts the listens of the days that are over, and forgets them. */
    count: async (isOurs: () => Promise<boolean>): Promise<void> => {
      const today = stamp(clock).slice(0, 10);
      for (const parcours of await listParcoursHeard(database.reader, today)) {
        if (!(await isOurs())) return;
        await database.transact((tx) => countParcours(tx, parcours, today), { parcours });
      }
    },

    /** Returns what was heard on a parcours. @throws AppError `not_found`, `forbidden`. */
    read: async (caller: Caller, id: ParcoursId): Promise<Heard> => {
      const { reader } = database;
      if (!mayReadHeard(caller.role, await privilegeOn(reader, id, caller))) {
        throw new AppError('forbidden', `You may not see what was heard on parcours ${id}`);
      }
      const [rows, names] = [await listHeardCounts(reader, id), await listPlaceNames(reader, id)];
      const days = rows.filter(({ kind }) => kind === 'day');
      const counted = sumByItem(rows, 'place').map(({ item, ...counts }) => ({ placeId: toPlaceId(item), ...counts }));
      const unnamed = counted.flatMap(({ placeId }) => (placeId === null || names.has(placeId) ? [] : [placeId]));
      const moved = new Set<PlaceId | null>(await listElsewhere(reader, id, unnamed));
      return {
        total: toShown(days),
        days: days.map((row) => ({ from: row.from_day || null, until: row.until_day, ...toShown([row]) })),
        places: counted.map(({ placeId, ...counts }) => ({
          ...{ placeId, name: (placeId === null ? null : names.get(placeId)) ?? null, ...counts },
          ...(moved.has(placeId) ? { moved: true } : {}),
        })),
        links: sumByItem(rows, 'link').map(({ item, ...counts }) => ({ label: item || null, ...counts })),
      };
    },
  };
}

async function countParcours(tx: Transactor, parcours_id: ParcoursId, today: string): Promise<void> {
  const until_day = addDays(today, -1);
  const before = await findLastCountedDay(tx, parcours_id);
  // What comes in late belongs to the days that are not counted yet.
  if (before !== undefined && before >= until_day) return;
  const listens = await listListens(tx, parcours_id, today);
  const counts = countListens(listens.map(toListen), await readAudience(tx, parcours_id), today);
  if (counts.length === 0) return;
  const from_day = before === undefined ? '' : addDays(before, 1);
  await insertHeardCounts(
    tx,
    counts.map((count) => ({ parcours_id, ...count, from_day, until_day })),
  );
  await deleteListens(tx, parcours_id, today);
}

function toListen({ account_id, place_id, day, label, is_finished }: LabelledListenRow): Listen {
  return { accountId: account_id, placeId: place_id, day, isFinished: Boolean(is_finished), label };
}

function toPlaceId(item: string): PlaceId | null {
  return item === '' ? null : PlaceId.parse(Number(item));
}

function toShown(rows: readonly HeardCountRow[]): HeardCount {
  const sum = (counts: readonly number[]): number => roundShown(counts.reduce((all, count) => all + count, 0));
  return { begun: sum(rows.map(({ begun }) => begun)), finished: sum(rows.map(({ finished }) => finished)) };
}

/** Returns the counts of each item, most heard first, and last those that were put together. */
function sumByItem(
  rows: readonly HeardCountRow[],
  kind: SafeCount['kind'],
): (HeardCount & { readonly item: string })[] {
  const own = rows.filter((row) => row.kind === kind);
  return [...new Set(own.map(({ item }) => item))]
    .map((item) => ({ item, ...toShown(own.filter((row) => row.item === item)) }))
    .sort((a, b) => Number(a.item === '') - Number(b.item === '') || b.begun - a.begun || (a.item < b.item ? -1 : 1));
}
