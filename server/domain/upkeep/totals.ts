import type { Reader } from '../../store/database.ts';
import { readStoredTotals, type StoredTotals } from '../../store/health.ts';

/**
 * Returns a function that counts stored data and waiting jobs.
 *
 * @param renditionFailuresMax failed attempts after which a rendition is given up; 0 if the server makes none.
 */
export function createTotals(reader: Reader, renditionFailuresMax: number): () => Promise<StoredTotals> {
  return () => readStoredTotals(reader, renditionFailuresMax);
}
