import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { storedSecret } from '../../../server/store/data-dir.ts';
import { makeFolder } from '../../support/test-folder.ts';

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await makeFolder();
  dataDir = join(parent, 'made', 'on the way');
});

test('a secret is created once, readable by its owner only, and differs in another folder', async () => {
  const secret = await storedSecret(dataDir);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(await storedSecret(dataDir)).toBe(secret);
  expect(await readdir(dataDir)).toEqual(['secret']);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await storedSecret(join(parent, 'elsewhere'))).not.toBe(secret);
});

test('a secret that an operator has put there is used, without its line ending', async () => {
  await storedSecret(dataDir);
  await writeFile(join(dataDir, 'secret'), `${'s'.repeat(32)}\n`);
  expect(await storedSecret(dataDir)).toBe('s'.repeat(32));
});

test('a secret that is too short is refused and left unchanged', async () => {
  await storedSecret(dataDir);
  await writeFile(join(dataDir, 'secret'), 'short');
  await expect(storedSecret(dataDir)).rejects.toThrow(/secret: expected at least 32 bytes, got 5\. /);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('short');
});
