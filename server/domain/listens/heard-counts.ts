import type { Heard, HeardCount } from '../../../contracts/calls/heard-calls.ts';
import { mayReadHeard } from '../../../contracts/permissions.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Transactor } from '../../store/database.ts';
import {
  type HeardCountRow,
  insertHeardCounts,
  type LabelledListenRow,
  listHeardCounts,
  listListens,
  listParcoursHeard,
  listPlaceNames,
  noteCounted,
} from '../../store/listens.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { countListens, type Listen, roundShown, type SafeCount } from './safe-counts.ts';

interface StoredListen extends Listen {
  readonly row: LabelledListenRow;
}

/** Counts what was heard; `safe-counts.ts` has the rules. */
export function createHeardCounts(database: Database, clock: Clock) {
  return {
    /** Counts the listens of the days that are over, and forgets those that are counted in every way. */
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
      return {
        total: toShown(days),
        days: days.map((row) => ({ from: row.from_day, until: row.until_day, ...toShown([row]) })),
        placesUntil: lastDay(rows, 'place'),
        places: sumByItem(rows, 'place').map(({ item, ...counts }) => {
          const placeId = item === '' ? null : PlaceId.parse(Number(item));
          return { placeId, name: placeId === null ? null : (names.get(placeId) ?? null), ...counts };
        }),
        linksUntil: lastDay(rows, 'link'),
        links: sumByItem(rows, 'link').map(({ item, ...counts }) => ({ label: item || null, ...counts })),
      };
    },
  };
}

async function countParcours(tx: Transactor, parcoursId: ParcoursId, today: string): Promise<void> {
  const listens = (await listListens(tx, parcoursId, today)).map(toListen);
  const before = {
    day: listens.filter(({ row }) => !row.is_dated),
    place: listens.filter(({ row }) => row.is_dated && !row.is_placed),
    link: listens.filter(({ row }) => row.is_dated && !row.is_linked),
  };
  const { counts, waiting } = countListens(before);
  if (counts.length === 0) return;
  await insertHeardCounts(
    tx,
    counts.map((count) => toRow(parcoursId, count)),
  );
  const [days, places, links] = [new Set(waiting.day), new Set(waiting.place), new Set(waiting.link)];
  for (const listen of listens) {
    const { row } = listen;
    const is_dated = !days.has(listen);
    if (!is_dated) continue;
    const changed = { ...row, is_dated, is_placed: !places.has(listen), is_linked: !links.has(listen) };
    const isSame =
      row.is_dated && Boolean(row.is_placed) === changed.is_placed && Boolean(row.is_linked) === changed.is_linked;
    if (!isSame) await noteCounted(tx, changed);
  }
}

function toListen(row: LabelledListenRow): StoredListen {
  const { account_id, place_id, day, label } = row;
  return { accountId: account_id, placeId: place_id, day, isFinished: Boolean(row.is_finished), label, row };
}

function toRow(parcours_id: ParcoursId, { kind, item, from, until, begun, finished }: SafeCount): HeardCountRow {
  return { parcours_id, kind, item, from_day: from, until_day: until, begun, finished };
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

function lastDay(rows: readonly HeardCountRow[], kind: SafeCount['kind']): string | null {
  return rows.findLast((row) => row.kind === kind)?.until_day ?? null;
}
