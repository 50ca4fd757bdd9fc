import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DropsChoice } from '../../contracts/erasure.ts';
import { UserId } from '../../contracts/vocabulary.ts';
import type { ErasureRow } from './erasures.ts';
import { flush, unlessMissing } from './files.ts';
import { createNamedLocks } from './named-locks.ts';

/** Name of the list of erased accounts, in the data folder and in back-ups. */
export const ERASED_FILE = 'erased.log';

/** The list of erased accounts. It is stored outside the database, so that it survives the restore of an older one. */
export interface ErasedList {
  list(): Promise<ListedErasure[]>;
  /** Adds an erasure. Once resolved, it survives a power cut. */
  add(row: ErasureRow): Promise<void>;
  /** Adds those of these erasures that the list doesn't have. */
  addAll(rows: readonly ErasureRow[]): Promise<void>;
}

/** An entry of the list. */
export interface ListedErasure extends Pick<ErasureRow, 'account_id' | 'erased_at'> {
  /** Reads the whole erasure. */
  read(): Promise<ErasureRow>;
}

/** Identifies an erasure. */
export function erasureName({ account_id, erased_at }: Pick<ErasureRow, 'account_id' | 'erased_at'>): string {
  return `${account_id} ${erased_at}`;
}

/** Adds to a list the erasures that only another list has. */
export async function carryErased(from: ErasedList, to: ErasedList): Promise<void> {
  const names = new Set((await to.list()).map(erasureName));
  const missing: ErasureRow[] = [];
  for (const erasure of await from.list()) {
    if (!names.has(erasureName(erasure))) missing.push(await erasure.read());
  }
  if (missing.length > 0) await to.addAll(missing);
}

const LINE = /^(\d{1,10}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (delete|keep) (-|\d+(?:,\d+)*)$/;

/** Opens the list in a file of a data folder. */
export function createErasedFile(dataDir: string): ErasedList {
  const inTurn = createNamedLocks();
  return {
    list: async () => (await readErased(dataDir)).map((row) => ({ ...row, read: async () => row })),
    add: (row) => inTurn(ERASED_FILE, () => appendErased(dataDir, row)),
    addAll: (rows) =>
      inTurn(ERASED_FILE, async () => {
        const listed = await readErased(dataDir);
        const names = new Set(listed.map(erasureName));
        await writeErased(dataDir, [...listed, ...rows.filter((row) => !names.has(erasureName(row)))]);
      }),
  };
}

/** The erasures in a data folder's list; none if there is no list. Lines that a power cut damaged are left out. */
async function readErased(dataDir: string): Promise<ErasureRow[]> {
  const text = (await unlessMissing(readFile(join(dataDir, ERASED_FILE), 'utf8'))) ?? '';
  return text.split('\n').flatMap((line) => parseErased(line) ?? []);
}

/** Parses a line of the list; undefined if it isn't an erasure. */
export function parseErased(line: string): ErasureRow | undefined {
  const [, account, erased_at, drops, parcours] = LINE.exec(line.trim()) ?? [];
  if (account === undefined || erased_at === undefined || parcours === undefined) return undefined;
  const parcours_ids = parcours === '-' ? '' : parcours;
  return { account_id: UserId.parse(Number(account)), erased_at, drops: DropsChoice.parse(drops), parcours_ids };
}

async function appendErased(dataDir: string, row: ErasureRow): Promise<void> {
  const file = await open(join(dataDir, ERASED_FILE), 'a', 0o600);
  try {
    await file.appendFile(erasedLine(row));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces a data folder's list. After a crash either the old or the new list is there. */
async function writeErased(dataDir: string, rows: readonly ErasureRow[]): Promise<void> {
  const draft = join(dataDir, `${ERASED_FILE}.new`);
  await writeFile(draft, rows.map(erasedLine).join(''), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, ERASED_FILE));
  await flush(dataDir);
}

/** Formats an erasure as a line with its line end. */
export function erasedLine({ account_id, erased_at, drops, parcours_ids }: ErasureRow): string {
  return `${account_id} ${erased_at} ${drops} ${parcours_ids || '-'}\n`;
}
