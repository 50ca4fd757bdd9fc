import { expect } from 'vitest';
import { openToRead } from '../../server/cluster/open-stores.ts';
import { testLocation } from './test-database.ts';
import { until } from './until.ts';

/**
 * Waits until all audio that a server keeps in this folder has its waveform: on a busy machine it comes after the answer
 * to the upload.
 */
export async function waveformsTaken(dataDir: string): Promise<void> {
  const database = await openToRead(await testLocation(dataDir));
  if (database === null) throw new Error(`Expected a database in ${dataDir}`);
  try {
    await until(async () =>
      expect(await database.reader('media').where({ extension: 'wav', peaks_sha256: null })).toEqual([]),
    );
  } finally {
    await database.close();
  }
}
