import { beforeEach, expect, test } from 'vitest';
import { UNDELETE_DAYS } from '../../../../contracts/limits.ts';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { DAY_MS } from '../../../../server/domain/clock.ts';
import { createPlayedMedia, type PlayedMedia } from '../../../../server/domain/media/played-media.ts';
import { createDeletedItems } from '../../../../server/domain/moderation/deleted-items.ts';
import type { Database } from '../../../../server/store/database.ts';
import { findAnyParcours, insertParcours, updateParcours } from '../../../../server/store/parcours.ts';
import { changePlace, findAnyPlace, insertPlace } from '../../../../server/store/places.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';
import { noFailure } from '../../../support/server/no-failure.ts';

const NOW_MS = Date.parse('2026-11-24T00:00:00.000Z');
const LONG_AGO = new Date(NOW_MS - (UNDELETE_DAYS + 1) * DAY_MS).toISOString();
const BOUNDS = { places: 10, shapeBytes: 1000 };

let dataDir: string;
let database: Database;
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
});

test('places and maps that are restored while old ones are purged stay', async () => {
  const text = { title: 'a', description: 'b', image_url: null, created_at: LONG_AGO };
  const ids = await database.transact(async (tx) => {
    const parcours_id = await insertParcours(tx, text);
    const row = { parcours_id, author_id: null, name: 'a', kind: 'la', geometry: '{}', media_sha256: null };
    const removed = { ...row, created_at: LONG_AGO, deleted_at: LONG_AGO, is_removed: true };
    const oldMap = await insertParcours(tx, text);
    const restoredMap = await insertParcours(tx, text);
    for (const id of [oldMap, restoredMap]) await updateParcours(tx, id, { deleted_at: LONG_AGO, is_removed: true });
    return { oldMap, restoredMap, old: await insertPlace(tx, removed), restored: await insertPlace(tx, removed) };
  });
  const played = createPlayedMedia(database, await chooseFileStores(dataDir, null).openMedia(), noFailure);
  const slow: PlayedMedia = {
    ...played,
    // Restores one item of each kind as soon as the first of its kind is purged.
    release: async (work) => {
      const result = await played.release(work);
      await database.transact(async (tx) => {
        if ((await findAnyPlace(tx, ids.old)) === undefined) await changePlace(tx, ids.restored, { deleted_at: null });
        if ((await findAnyParcours(tx, ids.oldMap)) === undefined) {
          await updateParcours(tx, ids.restoredMap, { deleted_at: null });
        }
      });
      return result;
    },
  };
  await createDeletedItems(database, slow, BOUNDS, () => NOW_MS).purgeOld();
  const { reader } = database;
  expect(await findAnyPlace(reader, ids.old)).toBeUndefined();
  expect(await findAnyParcours(reader, ids.oldMap)).toBeUndefined();
  expect(await findAnyPlace(reader, ids.restored)).toMatchObject({ deleted_at: null });
  expect(await findAnyParcours(reader, ids.restoredMap)).toMatchObject({ deleted_at: null });
});
