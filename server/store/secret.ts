import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirError } from './data-dir.ts';
import { codeOf } from './files.ts';

const SECRET_BYTES = 32;

/** Name of the secret's file, in the data folder and in back-ups. */
export const SECRET_FILE = 'secret';

/** The secret stored in `dataDir`; created on first use, readable by its owner only. @throws DataDirError */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRET_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      // On a full disk the file was created, but is empty.
      await rm(file, { force: true });
      throw error;
    }
  }
  return readSecret(dataDir);
}

/** The secret that is stored in `dataDir` already. @throws DataDirError, or the system's error if there is none */
export async function readSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRET_FILE);
  const secret = (await readFile(file, 'utf8')).trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    const words = `expected at least ${SECRET_BYTES} bytes, got ${Buffer.byteLength(secret)}`;
    throw new DataDirError(
      dataDir,
      `${file}: ${words}. Take it from a back-up, or delete it and run npm run admin -- new-secret: another is made, and all sessions end`,
    );
  }
  return secret;
}
