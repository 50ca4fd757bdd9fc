import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { createPlayedMedia } from '../../../../server/domain/media/played-media.ts';
import { ASIDE_MS, allowSweep, ORPHAN_MS, sweepStoredFiles } from '../../../../server/domain/upkeep/sweep.ts';
import { insertAccount } from '../../../../server/store/accounts.ts';
import type { Database } from '../../../../server/store/database.ts';
import type { MediaFiles, MediaName } from '../../../../server/store/files.ts';
import { putMedia } from '../../../../server/store/media.ts';
import { StoreOwnerError } from '../../../../server/store/media-owner.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';
import { describeOnStores, type TestStore } from '../../../support/s3/on-stores.ts';

const CREATED = '2026-05-12T10:00:00.000Z';
let dataDir: string;
let database: Database;
let store: TestStore;
let files: MediaFiles;
let nowMs: number;
/** Lets time pass, then sweeps. */
function sweepAfter(ms: number) {
  nowMs += ms;
  return sweepStoredFiles({ database, files, clock: () => nowMs });
}

/** Stores `count` sounds without a row, as a killed server leaves them, and returns their names. */
async function leave(count = 1): Promise<MediaName[]> {
  const names = Array.from({ length: count }, (_, index) => nameOf(`sound ${index}`));
  for (const name of names) {
    const path = join(files.incomingDir, name.sha256);
    await writeFile(path, name.sha256);
    await files.store(path, name);
  }
  return names;
}

const nameOf = (text: string): MediaName => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  extension: 'wav',
});
const addRow = ({ sha256, extension }: MediaName) =>
  database.transact((tx) => putMedia(tx, { sha256, extension, size_bytes: 64, duration_s: 1, created_at: CREATED }));
const isThere = async (name: MediaName) => (await files.sizeOf(name)) !== undefined;
const isAside = (name: MediaName) => store.isAside(dataDir, name);

describeOnStores('a sweep of the stored files', (newStore) => {
  beforeEach(async () => {
    ({ dataDir, database } = await makeDatabase());
    store = newStore();
    files = await store.open(dataDir);
    nowMs = Date.parse(CREATED);
    const row = { email: 'a@example.org', name: 'A', role: 'user', password_hash: '', picture: null } as const;
    await database.transact((tx) => insertAccount(tx, { ...row, created_at: CREATED }));
  });

  test('sets aside a file without a row after a day, and deletes it 30 days later', async () => {
    const [orphan = nameOf('')] = await leave();
    expect(await sweepAfter(0)).toMatchObject({ setAside: [], unclaimed: [] });
    expect(await sweepAfter(ORPHAN_MS - 1)).toMatchObject({ setAside: [], unclaimed: [] });
    expect(await sweepAfter(1)).toMatchObject({ setAside: [orphan] });
    expect([await isThere(orphan), await isAside(orphan)]).toEqual([false, true]);
    await sweepAfter(ASIDE_MS - 1);
    expect(await isAside(orphan)).toBe(true);
    await sweepAfter(1);
    expect(await isAside(orphan)).toBe(false);
  });

  test('restarts the day for a file that had a row in between', async () => {
    const [name = nameOf('')] = await leave();
    await sweepAfter(0);
    await addRow(name);
    await sweepAfter(ORPHAN_MS);
    await database.transact((tx) => tx('media').delete());
    expect(await sweepAfter(ORPHAN_MS)).toMatchObject({ setAside: [] });
    expect(await sweepAfter(ORPHAN_MS)).toMatchObject({ setAside: [name] });
  });

  test('restores a file that was set aside and has a row, and reports a missing file', async () => {
    const [name = nameOf('')] = await leave();
    await sweepAfter(0);
    await sweepAfter(ORPHAN_MS);
    await addRow(name);
    await addRow(nameOf('lost'));
    const { broughtBack, missing } = await sweepAfter(ORPHAN_MS);
    expect([broughtBack, missing]).toEqual([
      [expect.objectContaining(name)],
      [expect.objectContaining(nameOf('lost'))],
    ]);
    expect([await isThere(name), await isAside(name)]).toEqual([true, false]);
  });

  test('deletes at once a file that could not be deleted with its row', async () => {
    const [name = nameOf('')] = await leave();
    await addRow(name);
    const refusing = { ...files, remove: async () => Promise.reject(new Error('No answer')) };
    const failed: unknown[] = [];
    const played = createPlayedMedia(database, refusing, (left) => failed.push(left));
    await played.release(async () => ({ result: undefined, released: [name.sha256] }));
    expect([failed, await isThere(name)]).toEqual([[expect.objectContaining(name)], true]);
    await sweepAfter(0);
    expect([await isThere(name), await isAside(name)]).toEqual([false, false]);
  });

  test('sets aside at most twenty files, or a share of all, until the operator allows more', async () => {
    const orphans = await leave(21);
    await sweepAfter(0);
    expect(await sweepAfter(ORPHAN_MS)).toMatchObject({ setAside: [], unclaimed: { length: 21 } });
    for await (const _ of allowSweep(database, chooseFileStores(dataDir, null)));
    expect(await sweepAfter(0)).toMatchObject({ setAside: { length: 21 }, unclaimed: [] });
    const [next = nameOf(''), ...others] = await leave(22);
    expect(others).toHaveLength(orphans.length);
    await sweepAfter(0);
    expect(await sweepAfter(ORPHAN_MS)).toMatchObject({ setAside: [], unclaimed: { length: 22 } });
    expect(await isThere(next)).toBe(true);
  });

  test('sets aside nothing if there is no account, as the database may be the wrong one', async () => {
    await database.transact((tx) => tx('accounts').delete());
    const orphans = await leave();
    await sweepAfter(0);
    expect(await sweepAfter(ORPHAN_MS)).toMatchObject({ setAside: [], unclaimed: orphans });
  });

  test('does not begin if the files belong to another database', async () => {
    const [name = nameOf('')] = await leave();
    await sweepAfter(0);
    await files.mark.write(JSON.stringify({ owner: 'somebody else', database: null }));
    await expect(sweepAfter(ORPHAN_MS)).rejects.toThrow(StoreOwnerError);
    expect(await isThere(name)).toBe(true);
  });
});
