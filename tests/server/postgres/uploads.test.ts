import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { chooseFileStores } from '../../../server/cluster/open-stores.ts';
import { createDiskReserve } from '../../../server/domain/disk-reserve.ts';
import { createPlayedMedia, type PlayedMedia } from '../../../server/domain/media/played-media.ts';
import { openQuota, type Quota, type Release } from '../../../server/domain/media/quota.ts';
import { insertAccount } from '../../../server/store/accounts.ts';
import type { Database, Transactor } from '../../../server/store/database.ts';
import { type MediaFiles, writeIncoming } from '../../../server/store/files.ts';
import { putMedia } from '../../../server/store/media.ts';
import { insertParcours } from '../../../server/store/parcours.ts';
import { insertPlace, setPlaceMedia } from '../../../server/store/places.ts';
import { openTestDatabase, removeTestDatabase } from '../../support/database/test-database.ts';
import { noFailure } from '../../support/server/no-failure.ts';
import { makeFolder } from '../../support/test-folder.ts';

const NOW = '2026-11-21T00:00:00.000Z';
const QUOTA = 1000;
const ROUNDS = 60;

let dataDir: string;
let databases: Database[];
beforeEach(async () => {
  dataDir = await makeFolder();
  databases = [await openTestDatabase(dataDir), await openTestDatabase(dataDir)];
});
afterEach(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await removeTestDatabase(dataDir);
});

function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Expected an item');
  return item;
}

describe('the quotas of two servers on one database', () => {
  let quotas: Quota[];
  let accounts: UserId[];
  beforeEach(async () => {
    quotas = await Promise.all(databases.map(open));
    accounts = [await addAccount('ana'), await addAccount('bo'), await addAccount('cai')];
  });
  afterEach(() => Promise.all(quotas.map((quota) => quota.close())));

  function open(database: Database): Promise<Quota> {
    return openQuota({
      database,
      limits: { accountBytes: QUOTA, freshBytes: QUOTA, totalBytes: 2 * QUOTA },
      disk: createDiskReserve(dataDir, 0),
      hasPartsOnDisk: false,
      clock: Date.now,
      onFailure: (error) => {
        throw error;
      },
    });
  }

  async function addAccount(name: string): Promise<UserId> {
    const row = { email: `${name}@example.org`, name, role: 'editor' as const, google_subject: null, picture: null };
    const [database] = databases;
    const added = await database?.transact((tx) => insertAccount(tx, { ...row, password_hash: '', created_at: NOW }));
    if (added === undefined) throw new Error('Expected an account');
    return added.id;
  }

  test.each([1, 2, 3])(
    'admit exactly the allowed bytes, whichever account reserves at whichever server (%i)',
    async (seed) => {
      const random = createRandom(seed);
      const held: { readonly account: UserId; readonly bytes: number; readonly release: Release }[] = [];
      const heldBy = (account?: UserId): number =>
        held
          .filter((one) => account === undefined || one.account === account)
          .reduce((sum, { bytes }) => sum + bytes, 0);
      for (let round = 0; round < ROUNDS; round++) {
        const wanted = Array.from({ length: 4 }, () => ({
          account: oneOf(accounts, random),
          bytes: 1 + Math.floor(random() * 0.6 * QUOTA),
        }));
        const before = [...held];
        const outcomes = await Promise.allSettled(
          wanted.map(({ account, bytes }) => oneOf(quotas, random).reserve(account, bytes)),
        );
        outcomes.forEach((outcome, index) => {
          const one = wanted[index];
          if (one !== undefined && outcome.status === 'fulfilled') held.push({ ...one, release: outcome.value });
        });
        for (const account of accounts) expect(heldBy(account)).toBeLessThanOrEqual(QUOTA);
        expect(heldBy()).toBeLessThanOrEqual(2 * QUOTA);
        // A refused reservation did not fit beside all admitted ones.
        outcomes.forEach((outcome, index) => {
          const one = wanted[index];
          if (one === undefined || outcome.status === 'fulfilled') return;
          const fits = heldBy(one.account) + one.bytes <= QUOTA && heldBy() + one.bytes <= 2 * QUOTA;
          expect({ fits, code: (outcome.reason as { code?: string }).code }).toEqual({
            fits: false,
            code: expect.stringMatching(/^(quota_exceeded|disk_full)$/),
          });
        });
        for (const one of before) {
          if (random() < 0.5) continue;
          held.splice(held.indexOf(one), 1);
          await one.release();
        }
      }
      for (const { release } of held) await release();
      expect(await databases[0]?.reader('arriving_bytes')).toEqual([]);
    },
  );
});

describe('the stored files of two servers', () => {
  const contents = ['one', 'two', 'three'].map((text) => Buffer.from(text));
  let files: MediaFiles;
  let servers: { readonly database: Database; readonly played: PlayedMedia }[];
  let places: PlaceId[];
  beforeEach(async () => {
    files = await chooseFileStores(dataDir, null).openMedia();
    servers = databases.map((database) => ({ database, played: createPlayedMedia(database, files, noFailure) }));
    const [first] = databases;
    if (first === undefined) throw new Error('Expected a database');
    places = await first.transact(async (tx) => {
      const parcours_id = await insertParcours(tx, { title: 'a', description: 'b', image_url: null, created_at: NOW });
      const row = { parcours_id, author_id: null, name: 'a', kind: 'la', geometry: '{}', created_at: NOW };
      const made: PlaceId[] = [];
      while (made.length < 4) made.push(await insertPlace(tx, { ...row, media_sha256: null }));
      return made;
    });
  });

  async function playedBy(tx: Transactor, id: PlaceId): Promise<string | null> {
    const row: { media_sha256: string | null } | undefined = await tx('places').where({ id }).first('media_sha256');
    return row?.media_sha256 ?? null;
  }

  test('stay exactly as long as a place plays them, however both servers attach and detach them', async () => {
    const random = createRandom(7);
    const give = async (): Promise<void> => {
      const [{ played }, place, content] = [oneOf(servers, random), oneOf(places, random), oneOf(contents, random)];
      const name = { sha256: createHash('sha256').update(content).digest('hex'), extension: 'wav' };
      const { path } = await writeIncoming(files, content);
      const fails = random() < 0.3;
      for (let ticks = random() * 5; ticks > 0; ticks--) await nextTick();
      const nothing = async (): Promise<undefined> => undefined;
      const added = played.add(path, name, nothing, async (tx) => {
        const before = await playedBy(tx, place);
        await putMedia(tx, { ...name, size_bytes: content.length, duration_s: 1, created_at: NOW });
        await setPlaceMedia(tx, place, name.sha256, null);
        if (fails) throw new Error('refused');
        return { result: true, released: [before] };
      });
      if (fails) await expect(added).rejects.toThrow('refused');
      else await added;
    };
    const take = async (): Promise<void> => {
      const [{ played }, place] = [oneOf(servers, random), oneOf(places, random)];
      await played.release(async (tx) => {
        const before = await playedBy(tx, place);
        await tx('places').where({ id: place }).update({ media_sha256: null });
        return { result: undefined, released: [before] };
      });
    };
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([give(), take(), give(), take(), give()]);
      const [database] = databases;
      const rows: string[] = (await database?.reader('media').orderBy('sha256').pluck('sha256')) ?? [];
      const stored = (await readdir(join(dataDir, 'media'), { recursive: true }))
        .filter((name) => name.endsWith('.wav'))
        .map((name) => name.slice(3, -4));
      expect(stored.sort()).toEqual(rows);
      const playing: string[] =
        (await database?.reader('places').whereNotNull('media_sha256').distinct().pluck('media_sha256')) ?? [];
      expect(playing.sort()).toEqual(rows);
    }
  });
});
