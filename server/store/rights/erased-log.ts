import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DropsChoice } from '../../../contracts/rights/erasure.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { codeOf, flush } from '../files.ts';
import type { ErasureRow } from './erasures.ts';

/** Name of the list of erased accounts, in the data folder and in back-ups. It is outside the database, so that it outlives a restore of an older one. */
export const ERASED_FILE = 'erased.log';

const LINE = /^(\d{1,10}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (delete|keep) (-|\d+(?:,\d+)*)$/;

/** The erasures in the list of a data folder; none if there is no list. Lines that a power cut damaged are left out. */
export async function readErased(dataDir: string): Promise<ErasureRow[]> {
  const text = await readFile(join(dataDir, ERASED_FILE), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const [, account, erased_at, drops, parcours] = LINE.exec(line.trim()) ?? [];
    if (account === undefined || erased_at === undefined || parcours === undefined) return [];
    const parcours_ids = parcours === '-' ? '' : parcours;
    return { account_id: UserId.parse(Number(account)), erased_at, drops: DropsChoice.parse(drops), parcours_ids };
  });
}

/** Appends an erasure to the list of a data folder. Once resolved, it survives a power cut. */
export async function appendErased(dataDir: string, row: ErasureRow): Promise<void> {
  const file = await open(join(dataDir, ERASED_FILE), 'a', 0o600);
  try {
    await file.appendFile(lineOf(row));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Replaces the list of a data folder. After a crash it is the old one or the new one. */
export async function writeErased(dataDir: string, rows: readonly ErasureRow[]): Promise<void> {
  const draft = join(dataDir, `${ERASED_FILE}.new`);
  await writeFile(draft, rows.map(lineOf).join(''), { mode: 0o600, flush: true });
  await rename(draft, join(dataDir, ERASED_FILE));
  await flush(dataDir);
}

function lineOf({ account_id, erased_at, drops, parcours_ids }: ErasureRow): string {
  return `${account_id} ${erased_at} ${drops} ${parcours_ids || '-'}\n`;
}
