import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseFileStores, openDatabase, openToRead } from '../../../server/cluster/open-stores.ts';
import { DATABASE_FILE, type Database } from '../../../server/store/database.ts';
import type { MediaFiles } from '../../../server/store/files.ts';
import { checkStore, claimStore, findStoreOwner, StoreOwnerError } from '../../../server/store/media-owner.ts';
import { describeOnStores } from '../../support/s3/on-stores.ts';
import { makeFolder } from '../../support/test-folder.ts';

const NOW = Date.parse('2026-05-12T10:00:00Z');
const clock = () => NOW;

let folder: string;
let files: MediaFiles;
let live: Database;
const opened: Database[] = [];

async function open(name: string): Promise<Database> {
  const database = await openDatabase({ dataDir: join(folder, name), url: null });
  opened.push(database);
  return database;
}

/** Copies the live database with all its rows. */
async function copyLive(name: string): Promise<Database> {
  await live.emptyLog();
  await mkdir(join(folder, name));
  await cp(join(folder, 'live', DATABASE_FILE), join(folder, name, DATABASE_FILE));
  return open(name);
}

describeOnStores('the owner of the files', (newStore) => {
  beforeEach(async () => {
    folder = await makeFolder();
    live = await open('live');
    files = await newStore().open(join(folder, 'live'));
    await claimStore({ database: live, files, clock });
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  test('is the database of the first start, also at each later start', async () => {
    for (let start = 0; start < 3; start++) await claimStore({ database: live, files, clock });
    await checkStore({ database: live, files });
  });

  test('is not a copy of the database once the live one has started again', async () => {
    const copy = await copyLive('copy');
    await claimStore({ database: live, files, clock });
    const mark = await files.mark.read();
    await expect(claimStore({ database: copy, files, clock })).rejects.toThrow(/another database.*--adopt/s);
    await expect(checkStore({ database: copy, files })).rejects.toThrow(StoreOwnerError);
    expect(await files.mark.read()).toBe(mark);
    await checkStore({ database: live, files });
  });

  test('is never a copy in another cluster or under another name', async () => {
    const inCluster = (database: Database, identity: string): Database => ({ ...database, identity });
    await claimStore({ database: inCluster(live, '1/16384'), files, clock });
    const copy = inCluster(await copyLive('copy'), '1/16385');
    await expect(claimStore({ database: copy, files, clock })).rejects.toThrow(StoreOwnerError);
  });

  test("is not a back-up, which lacks the owner's row", async () => {
    const source = await openToRead({ dataDir: join(folder, 'live'), url: null });
    await mkdir(join(folder, 'backup'));
    await source?.copyTo(join(folder, 'backup', DATABASE_FILE));
    await source?.close();
    const backup = await open('backup');
    await expect(claimStore({ database: backup, files, clock })).rejects.toThrow(StoreOwnerError);
    // With the files beside it, a back-up is a service of its own.
    await claimStore({
      database: backup,
      files: await chooseFileStores(join(folder, 'backup'), null).openMedia(),
      clock,
    });
  });

  test('recognizes its files by their mark, and refuses files without it', async () => {
    await files.mark.remove();
    await expect(claimStore({ database: live, files, clock })).rejects.toThrow(/There is no .*MEDIA_STORE/s);
  });

  test('changes on request: no file is an orphan for 30 days, and the former owner is refused', async () => {
    const copy = await copyLive('copy');
    await claimStore({ database: live, files, clock });
    await claimStore({ database: copy, files, clock }, true);
    expect(await findStoreOwner(copy.reader)).toMatchObject({ rests_until: '2026-06-11T10:00:00.000Z' });
    await expect(claimStore({ database: live, files, clock })).rejects.toThrow(StoreOwnerError);
    await claimStore({ database: copy, files, clock });
    expect(await findStoreOwner(copy.reader)).toMatchObject({ rests_until: '2026-06-11T10:00:00.000Z' });
  });

  test('stays the same however often writing the mark fails, such as on a full disk', async () => {
    const full = async () => {
      throw new Error('No space left');
    };
    for (let start = 0; start < 3; start++) {
      const database = { database: live, files: { mark: { ...files.mark, write: full } }, clock };
      await expect(claimStore(database)).rejects.toThrow('No space left');
      await checkStore({ database: live, files });
    }
    await claimStore({ database: live, files, clock });
  });
});
