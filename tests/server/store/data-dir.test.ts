import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkDataDir, claimDataDir, refuseLostDatabase } from '../../../server/store/data-dir.ts';
import { makeFolder } from '../../support/test-folder.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await makeFolder();
  dataDir = join(folder, 'deep/data');
});

describe('the data folder', () => {
  test('is created where it is missing, for its owner only', async () => {
    const release = await claimDataDir(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await release();
  });

  test('that another program created is closed to other users, with everything in it', async () => {
    await mkdir(join(dataDir, 'media'), { recursive: true, mode: 0o755 });
    for (const name of ['drop-ici.sqlite', 'media/a.wav']) await writeFile(join(dataDir, name), '', { mode: 0o644 });
    const release = await claimDataDir(dataDir);
    const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;
    expect(await Promise.all(['', 'media', 'drop-ici.sqlite', 'media/a.wav'].map(modeOf))).toEqual([
      0o700, 0o700, 0o600, 0o600,
    ]);
    await release();
  });

  test('with foreign files or back-ups in it is refused and stays unchanged', async () => {
    const modes = async () => {
      const entries = await readdir(folder, { recursive: true });
      return Promise.all(entries.sort().map(async (name) => [name, (await stat(join(folder, name))).mode]));
    };
    await mkdir(join(dataDir, 'html'), { recursive: true, mode: 0o755 });
    await writeFile(join(dataDir, 'html/index.html'), '', { mode: 0o644 });
    const before = await modes();
    await expect(claimDataDir(dataDir)).rejects.toThrow(
      `Cannot keep data in ${dataDir} (DATA_DIR): it has something else in it (html). Name a folder for this alone, such as ${dataDir}/drop-ici`,
    );
    expect(await modes()).toEqual(before);
    const backups = join(folder, 'backups');
    for (const day of ['24', '25'])
      await mkdir(join(backups, `2026-11-${day}T03-30-00-000Z/media`), { recursive: true });
    const told =
      'it has 2 back-ups in it, and no data. To restore, copy what is in one of them (2026-11-25T03-30-00-000Z is';
    await expect(claimDataDir(backups)).rejects.toThrow(told);
    await expect(checkDataDir(backups)).rejects.toThrow(told);
  });

  test('may have lost+found and dotfiles, and keeps the access rights of foreign entries', async () => {
    await mkdir(join(dataDir, 'lost+found'), { recursive: true });
    await writeFile(join(dataDir, '.profile'), '', { mode: 0o644 });
    await (await claimDataDir(dataDir))();
    await mkdir(join(dataDir, 'notes'), { mode: 0o755 });
    await chmod(dataDir, 0o755);
    await (await claimDataDir(dataDir))();
    const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;
    expect(await Promise.all(['.profile', 'notes', 'drop-ici.lock', ''].map(modeOf))).toEqual([
      0o644, 0o755, 0o600, 0o700,
    ]);
  });

  test('gets no new database if it has media files or a server has run on it', async () => {
    await mkdir(join(dataDir, 'media/ab'), { recursive: true });
    const refusal = (found: string) =>
      `(DATA_DIR): ${found}, but no database (drop-ici.sqlite). Set DATABASE_URL where`;
    await expect(refuseLostDatabase(dataDir)).rejects.toThrow(refusal('it has files of a service (media)'));
    await rm(join(dataDir, 'media/ab'), { recursive: true });
    await refuseLostDatabase(dataDir);
    await writeFile(join(dataDir, 'holder'), '');
    await expect(refuseLostDatabase(dataDir)).rejects.toThrow(refusal('a server has run on it'));
    await writeFile(join(dataDir, 'drop-ici.sqlite'), '');
    await refuseLostDatabase(dataDir);
    await refuseLostDatabase(join(folder, 'nowhere'));
  });

  test('belongs to one server at a time, and can be claimed again after its release', async () => {
    const release = await claimDataDir(dataDir);
    await expect(claimDataDir(dataDir)).rejects.toThrow(`Cannot keep data in ${dataDir} (DATA_DIR): another server`);
    await release();
    await (await claimDataDir(dataDir))();
  });

  test('that cannot be created is named in the error', async () => {
    await writeFile(join(folder, 'deep'), '');
    await expect(claimDataDir(dataDir)).rejects.toThrow(`Cannot keep data in ${dataDir} (DATA_DIR): `);
  });
});
