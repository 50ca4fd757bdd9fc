import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDataDir } from '../../../server/store/data-dir.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-claim-'));
  dataDir = join(folder, 'deep/data');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the data folder', () => {
  test('is made where it is missing, for its owner alone', async () => {
    const release = await claimDataDir(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await release();
  });

  test('that something else made is taken from others, with all that is in it', async () => {
    await mkdir(join(dataDir, 'media'), { recursive: true, mode: 0o755 });
    for (const name of ['drop-ici.sqlite', 'media/a.wav']) await writeFile(join(dataDir, name), '', { mode: 0o644 });
    const release = await claimDataDir(dataDir);
    const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;
    expect(await Promise.all(['', 'media', 'drop-ici.sqlite', 'media/a.wav'].map(modeOf))).toEqual([
      0o700, 0o700, 0o600, 0o600,
    ]);
    await release();
  });

  test('belongs to one server at a time, and can be claimed again once it was given back', async () => {
    const release = await claimDataDir(dataDir);
    await expect(claimDataDir(dataDir)).rejects.toThrow(`Cannot keep data in ${dataDir} (DATA_DIR): another server`);
    await release();
    await (await claimDataDir(dataDir))();
  });

  test('that cannot be made is told by its name', async () => {
    await writeFile(join(folder, 'deep'), '');
    await expect(claimDataDir(dataDir)).rejects.toThrow(`Cannot keep data in ${dataDir} (DATA_DIR): `);
  });
});
