import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserId } from '../../../contracts/vocabulary.ts';
import { createErasedObjects } from '../../../server/cluster/bucket-erasures.ts';
import type { ObjectStore } from '../../../server/cluster/object-store.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import { carryErased, createErasedFile, ERASED_FILE, type ErasureRow } from '../../../server/store/erasures.ts';
import { type S3Server, startS3, TEST_PATIENCE } from '../../support/s3/s3-servers.ts';

const row = (account: number, day: number, parcours_ids: string): ErasureRow => ({
  account_id: UserId.parse(account),
  erased_at: `2026-11-0${day}T10:00:00.000Z`,
  drops: day % 2 === 0 ? 'keep' : 'delete',
  parcours_ids,
});

describe('the list of erased accounts in a bucket', () => {
  let s3: S3Server;
  let objects: ObjectStore;
  let dataDir: string;
  beforeAll(async () => {
    s3 = await startS3();
    objects = createS3Store(s3.settings, TEST_PATIENCE);
    dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-erased-'));
  });
  afterAll(async () => {
    objects.close();
    await s3.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('has each server’s entries once, and copies those of a data folder, which keeps its file', async () => {
    const [one, two, three] = [row(7, 1, ''), row(8, 2, '3,5'), row(7, 3, '4')];
    const list = createErasedObjects(objects);
    expect(await list.list()).toEqual([]);
    await list.add(one);
    await createErasedObjects(objects).addAll([one, two]);
    const file = createErasedFile(dataDir);
    await file.add(two);
    await file.add(three);
    const before = await readFile(join(dataDir, ERASED_FILE), 'utf8');
    for (let times = 0; times < 2; times++) await carryErased(file, list);
    expect(await readFile(join(dataDir, ERASED_FILE), 'utf8')).toBe(before);
    await Promise.all([file.addAll([one, two]), file.add(row(9, 4, '')), file.addAll([one])]);
    expect((await file.list()).map(({ account_id }) => account_id).sort()).toEqual([7, 7, 8, 9]);
    const rows = await Promise.all((await list.list()).map(({ read }) => read()));
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(expect.arrayContaining([one, two, three]));
  });
});
