import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../files.ts';

/** Who runs on a data folder, or ran there last. */
export const HOLDER_FILE = 'holder';

/** Whom the leases of a server belong to. */
export interface Holder {
  /** This run of the server: random, so that no other has it. */
  readonly id: string;
  /** The run before it on the same data folder, which has ended; null if there was none. */
  readonly before: string | null;
}

/** Reads who held leases before, and stores who does now. The data folder must be claimed. */
export async function takeHolder(dataDir: string): Promise<Holder> {
  const file = join(dataDir, HOLDER_FILE);
  const before = (await unlessMissing(readFile(file, 'utf8'))) ?? null;
  const id = randomUUID();
  await writeFile(file, id, { mode: 0o600 });
  return { id, before };
}
