import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  forgetMoved,
  MOVED_FILE,
  MovedAwayError,
  noteMoved,
  refuseMoved,
  refuseMovedElsewhere,
  usedParts,
} from '../../../server/cluster/move-records.ts';
import { openToRead } from '../../../server/cluster/open-stores.ts';
import { openTestDatabase } from '../../support/database/test-database.ts';
import { makeFolder } from '../../support/test-folder.ts';

const AT = '2026-11-26T10:00:00.000Z';
const DATABASE = { to: 'postgres://db.example.org/drop_ici', at: AT };
const MEDIA = { to: 's3://drop-ici/guide', at: AT };

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeFolder();
});

test('use of moved data is refused with place, time and advice; other data stay usable', async () => {
  await refuseMoved(dataDir, ['database', 'media']);
  await noteMoved(dataDir, { database: DATABASE });
  await refuseMoved(dataDir, usedParts('postgres://db.example.org/drop_ici', null));
  await expect(refuseMoved(dataDir, usedParts(null, null))).rejects.toThrow(
    `${dataDir} (DATA_DIR) was moved: its database to ${DATABASE.to} at ${AT}. Set DATABASE_URL to use that.`,
  );
  await noteMoved(dataDir, { media: MEDIA });
  await expect(refuseMoved(dataDir, ['media'])).rejects.toThrow(/its files to s3:.* Set MEDIA_STORE .*--after-move/);
  await expect(refuseMoved(dataDir, ['database', 'media'])).rejects.toThrow(/Set DATABASE_URL and MEDIA_STORE/);
});

test('moved data may move again to the same place, and nowhere else', async () => {
  await refuseMovedElsewhere(dataDir, { database: DATABASE.to, media: MEDIA.to });
  await noteMoved(dataDir, { database: DATABASE });
  await refuseMovedElsewhere(dataDir, { database: DATABASE.to, media: MEDIA.to });
  await expect(refuseMovedElsewhere(dataDir, { database: 'postgres://other/x' })).rejects.toThrow(MovedAwayError);
});

test('the note of a move can be reverted to the previous one, or forgotten by part', async () => {
  await noteMoved(dataDir, { media: MEDIA });
  const takeBack = await noteMoved(dataDir, { database: DATABASE });
  await takeBack();
  await refuseMoved(dataDir, ['database']);
  await expect(refuseMoved(dataDir, ['media'])).rejects.toThrow(MovedAwayError);
  await forgetMoved(dataDir, ['database']);
  expect(await readdir(dataDir)).toEqual([MOVED_FILE]);
  await forgetMoved(dataDir, ['database', 'media']);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a note that cannot be read counts as a move', async () => {
  await writeFile(join(dataDir, MOVED_FILE), '{"database"');
  await expect(refuseMoved(dataDir, ['database'])).rejects.toThrow(MovedAwayError);
});

test('a watcher of a database sees changes of others, including one in progress', async () => {
  const database = await openTestDatabase(dataDir);
  if (database.dialect !== 'sqlite') throw new Error('Expected SQLite');
  const source = await openToRead({ dataDir, url: null });
  const watch = await source?.watchChanges();
  await database.reader('accounts').select('id');
  expect(await watch?.hasChanged()).toBe(false);
  let isDone = false;
  let seen: Promise<boolean | undefined> | undefined;
  await database.transact(async (tx) => {
    await tx('bundles').insert({ name: 'N', description: 'D', created_at: AT });
    seen = watch?.hasChanged().finally(() => expect(isDone).toBe(true));
    await tx('bundles').select('id');
    isDone = true;
  });
  expect(await seen).toBe(true);
  await watch?.close();
  await source?.close();
  await database.close();
});
