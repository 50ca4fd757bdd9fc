import type { Reader } from '../database.ts';
import type { PartStore } from './part-store.ts';
import { listKnown } from './unfinished.ts';

/** The ids of which there are bytes and no upload. */
export async function listStrays(reader: Reader, parts: PartStore): Promise<string[]> {
  // Listed first: a row is there before its bytes.
  const ids = await parts.list();
  const known = await listKnown(reader, ids);
  return ids.filter((id) => !known.has(id));
}
