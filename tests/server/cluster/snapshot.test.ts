import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSnapshot, SnapshotError } from '../../../server/cluster/file-copies.ts';
import { openToRead } from '../../../server/cluster/open-stores.ts';
import { DATABASE_FILE, type ReadDatabase } from '../../../server/store/database.ts';
import { openEmptyFile } from '../../support/database/test-database.ts';
import { makeFolder } from '../../support/test-folder.ts';

let folder: string;
let dataDir: string;
let temporary: string;
let source: ReadDatabase;
beforeEach(async () => {
  folder = await makeFolder();
  [dataDir, temporary] = [join(folder, 'data'), join(folder, 'temporary')];
  for (const path of [dataDir, temporary]) await mkdir(path);
  await (await openEmptyFile(dataDir)).close();
  const opened = await openToRead({ dataDir, url: null });
  if (opened === null) throw new Error('Expected a database');
  source = opened;
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await source.close();
});

/** Returns the path at which the snapshot of the data folder is made. */
async function placeOf(): Promise<string> {
  const snapshot = await openSnapshot(source, dataDir);
  const [name = ''] = await readdir(temporary);
  await snapshot.close();
  return join(temporary, name);
}

describe('a snapshot', () => {
  test('is a copy that is deleted when it is closed', async () => {
    const snapshot = await openSnapshot(source, dataDir);
    expect(await snapshot.reader('accounts').select('id')).toEqual([]);
    await snapshot.close();
    expect(await readdir(temporary)).toEqual([]);
  });

  test('replaces the leftovers of a killed process', async () => {
    const place = await placeOf();
    await mkdir(place);
    await writeFile(join(place, DATABASE_FILE), 'a part of a copy');
    await (await openSnapshot(source, dataDir)).close();
    expect(await readdir(temporary)).toEqual([]);
  });

  test('does not follow a link at its path: nothing behind the link is created or deleted', async () => {
    const place = await placeOf();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, DATABASE_FILE), 'of somebody else');
    await symlink(elsewhere, place);
    await expect(openSnapshot(source, dataDir)).rejects.toThrow(SnapshotError);
    expect(await readdir(elsewhere)).toEqual([DATABASE_FILE]);
    expect(await readFile(join(elsewhere, DATABASE_FILE), 'utf8')).toBe('of somebody else');
  });

  test('is not made in a folder of another user, which stays unchanged', async () => {
    const place = await placeOf();
    await mkdir(place);
    const uid = process.getuid?.() ?? 0;
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    await expect(openSnapshot(source, dataDir)).rejects.toThrow(SnapshotError);
    getuid.mockRestore();
    expect(await readdir(place)).toEqual([]);
  });
});
