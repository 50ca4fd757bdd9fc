import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from './files.ts';

/** File with the id of the server run that holds, or last held, a data folder. */
export const HOLDER_FILE = 'holder';

/** The owner of a server's leases. */
export interface Holder {
  /** Random id of this run of the server. */
  readonly id: string;
  /** The previous run on the same data folder, which has ended; null if there was none. */
  readonly before: string | null;
}

/** Reads the id of the previous run and stores that of this one. The data folder must be claimed. */
export async function takeHolder(dataDir: string): Promise<Holder> {
  const file = join(dataDir, HOLDER_FILE);
  const before = (await unlessMissing(readFile(file, 'utf8'))) ?? null;
  const id = randomUUID();
  await writeFile(file, id, { mode: 0o600 });
  return { id, before };
}
