import type { Reader } from '../database.ts';
import type { PartStore } from './part-store.ts';
import { listKnown } from './unfinished.ts';

/** The ids for which bytes are stored without an upload. */
export async function listStrays(reader: Reader, parts: PartStore): Promise<string[]> {
  // First, because a row is added before its bytes.
  const ids = await parts.list();
  const known = await listKnown(reader, ids);
  return ids.filter((id) => !known.has(id));
}
