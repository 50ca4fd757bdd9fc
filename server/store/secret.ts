import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './files.ts';

const SECRET_BYTES = 32;

/** Name of the file of the secret, in the data folder and in back-ups. */
export const SECRET_FILE = 'secret';

/** The secret stored in `dataDir`; created on first use, readable by its owner only. */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRET_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (Buffer.byteLength(secret) < SECRET_BYTES) {
    throw new Error(`Expected at least ${SECRET_BYTES} bytes in ${file}, got ${Buffer.byteLength(secret)}`);
  }
  return secret;
}
