import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from './driver.ts';

/** The configured data folder can't be used; the message names it and the reason. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';

  constructor(dataDir: string, reason: string, options?: ErrorOptions) {
    super(`Cannot keep data in ${dataDir} (DATA_DIR): ${reason}`, options);
  }
}

/**
 * Creates `dataDir` if needed, readable by its owner only, and locks it: a second server on the same data would delete the
 * uploads that are arriving at the first. Returns a function that releases the lock, as does the end of the process.
 *
 * @throws DataDirError
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new DataDirError(dataDir, cause instanceof Error ? cause.message : String(cause), { cause });
  }
  const release = await lockFile(join(dataDir, 'drop-ici.lock'));
  if (release === null) throw new DataDirError(dataDir, 'another server is running on it');
  return release;
}
