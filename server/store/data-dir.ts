import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from './driver.ts';

/** The data can't be kept where the configuration says; the message names the folder and the reason. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';

  constructor(dataDir: string, reason: string, options?: ErrorOptions) {
    super(`Cannot keep data in ${dataDir} (DATA_DIR): ${reason}`, options);
  }
}

/**
 * Makes `dataDir`, readable by its owner only, where it doesn't exist, and claims it: a second server on the same data
 * would take the uploads that arrive at the first for left-overs. Returns what gives it back; the end of the process
 * does so too.
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
