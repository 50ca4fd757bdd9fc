import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../../app/state/rehearsal/chance.ts';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { findPostgres, POSTGRES_MISSING } from '../../../../scripts/test/postgres.mjs';
import { verifyMedia } from '../../../../server/domain/upkeep/verify-media.ts';
import { openToRead, type ReadDatabase } from '../../../../server/store/database.ts';
import { bytesUploadedBy } from '../../../../server/store/media.ts';
import { readMediaBucket } from '../../../../server/store/media-files/bucket.ts';
import type { ObjectStore } from '../../../../server/store/objects/object-store.ts';
import { createS3Store } from '../../../../server/store/objects/s3-store.ts';
import { sumArriving } from '../../../../server/store/uploads/arriving-bytes.ts';
import { call } from '../../api.ts';
import { addMember, makeParcours, makePlace, type Person, pointPlace, signUp } from '../../people.ts';
import { type PostgresCluster, startPostgres } from '../../postgres/cluster.ts';
import { createTestDatabase, makeTemplate } from '../../postgres/template.ts';
import { type S3Server, startS3, TEST_PATIENCE } from '../../s3/s3-servers.ts';
import { TEST_SECRET, UNHINDERED } from '../../server.ts';
import { beginUpload } from '../../tus.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { overfill, stepDown } from './rivals.ts';
import { giveUpMidway, noise, type Sent, sendInParts, sendWhole, sha256Of } from './sending.ts';

const SEED = 20_261_124;
const QUOTA = 8_000_000;
const PART_BYTES = 300_000;
/** Uploads under way at once. */
const ABREAST = 4;
const UPLOADS_OF_A_PERSON = 5;
/** Longer than a killed server's reservations count. */
const EXPIRED_WITHIN_MS = 90_000;

/** How much happens. */
export interface KilledServers {
  readonly uploads: number;
  readonly durationMs: number;
  /** Time between two kills, on average. */
  readonly killEachMs: number;
}

interface Uploader {
  readonly person: Person;
  readonly mapId: ParcoursId;
}

/** Tests two servers on one PostgreSQL and one bucket, of which one after the other is ended by SIGKILL. */
export function testKilledServers({ uploads, durationMs, killEachMs }: KilledServers): void {
  const bin = findPostgres();
  const title = bin === null ? `two servers (${POSTGRES_MISSING})` : 'two servers on one database and one bucket';
  describe.skipIf(bin === null)(title, () => {
    const random = createRandom(SEED);
    let cluster: PostgresCluster;
    let s3: S3Server;
    let objects: ObjectStore;
    let database: ReadDatabase;
    let fleet: Fleet;
    const uploaders: Uploader[] = [];
    const sent: Sent[] = [];

    beforeAll(async () => {
      [cluster, s3] = [await startPostgres(bin ?? ''), await startS3()];
      await makeTemplate(cluster.url);
      const url = await createTestDatabase(cluster.url, 'killed_servers');
      objects = createS3Store(s3.settings, TEST_PATIENCE);
      const environment = { ...UNHINDERED, SECRET: TEST_SECRET, USER_QUOTA_BYTES: String(QUOTA) };
      fleet = await startFleet(2, { ...environment, ...s3.environment(''), DATABASE_URL: url });
      const opened = await openToRead({ dataDir: tmpdir(), url });
      if (opened === null) throw new Error('Expected a database');
      database = opened;
      for (let index = 0; index < Math.ceil(uploads / UPLOADS_OF_A_PERSON); index++) {
        const person = await signUp(fleet.origin(), `Person ${index}`);
        uploaders.push({ person, mapId: await makeParcours(fleet.origin(), person) });
      }
    });
    afterAll(async () => {
      await fleet?.stop();
      await database?.close();
      objects?.close();
      await s3?.stop();
      await cluster?.stop();
    });

    test(
      `one killed about every ${killEachMs} ms for ${durationMs} ms, ${uploads} uploads meanwhile: nothing is lost or doubled, quotas are exact, a map keeps its last admin`,
      async () => {
        const begun = performance.now();
        const isOver = (): boolean => performance.now() - begun > durationMs;
        const work = { uploads: 0, stepDowns: 0, taken: 0, refused: 0 };
        const greedy = await makeGreedy();
        const rivals = await makeRivals();

        const sending = Promise.all(Array.from({ length: ABREAST }, () => sendAll(begun, work)));
        const killing = (async () => {
          while (!isOver()) {
            await wait(killEachMs * (0.5 + random()));
            await fleet.killNext();
          }
        })();
        const steppingDown = (async () => {
          while (!isOver()) {
            await stepDown(fleet, database.reader, rivals.mapId, rivals.admins);
            work.stepDowns++;
          }
        })();
        const overfilling = (async () => {
          for (let round = 0; !isOver(); round++) {
            const done = await overfill(fleet, database.reader, greedy.person, greedy.places, {
              quota: QUOTA,
              round,
              random,
            });
            work.taken += done.taken;
            work.refused += done.refused;
          }
        })();
        await Promise.all([sending, killing, steppingDown, overfilling]);
        console.log(`${fleet.kills} kills; ${JSON.stringify(work)}`);

        // Each once more: a start finishes what a crash left.
        for (let index = 0; index < fleet.dataDirs.length; index++) await fleet.killNext();
        await expectSent();
        await expectFiles();
        await expectExactQuota(greedy.person);
        expect(fleet.kills).toBeGreaterThan(durationMs / killEachMs / 3);
        expect([work.stepDowns > 0, work.taken > 0, work.refused > 0]).toEqual([true, true, true]);
      },
      durationMs + 300_000,
    );

    async function sendAll(begun: number, work: { uploads: number }): Promise<void> {
      for (;;) {
        const index = work.uploads++;
        if (index >= uploads) {
          work.uploads = uploads;
          return;
        }
        await wait(Math.max(0, begun + (index * durationMs) / uploads - performance.now()));
        sent.push(await sendOne(index));
      }
    }

    async function sendOne(index: number): Promise<Sent> {
      const uploader = uploaders[Math.floor(index / UPLOADS_OF_A_PERSON)];
      if (uploader === undefined) throw new Error('Expected somebody who uploads');
      const { person, mapId } = uploader;
      const key = `upload-${index}`;
      const { newPlace } = await fleet.persist((origin) =>
        call(origin, 'createPlace', { body: pointPlace(mapId, key) }, person.token, `place-${index}`),
      );
      const placeId = newPlace.place_id;
      const bytes = noise(100_000 + random() * 1_000_000, random);
      const audio = new Blob([bytes]);
      if (index % 8 === 7) return giveUpMidway(fleet, person, placeId, audio, key, PART_BYTES);
      if (index % 2 === 0) await sendInParts(fleet, person, placeId, audio, key, PART_BYTES);
      else await sendWhole(fleet, person, placeId, audio, key);
      return { placeId, sha256: sha256Of(bytes) };
    }

    async function makeGreedy(): Promise<{ readonly person: Person; readonly places: PlaceId[] }> {
      const person = await signUp(fleet.origin(), 'Greedy');
      const mapId = await makeParcours(fleet.origin(), person);
      const places: PlaceId[] = [];
      while (places.length < 3) places.push(await makePlace(fleet.origin(), person, mapId));
      return { person, places };
    }

    async function makeRivals(): Promise<{ readonly mapId: ParcoursId; readonly admins: readonly [Person, Person] }> {
      const [one, other] = [await signUp(fleet.origin(), 'One'), await signUp(fleet.origin(), 'Other')];
      const mapId = await makeParcours(fleet.origin(), one);
      await addMember(fleet.origin(), one, mapId, other, 'drop');
      const params = { mapId, userId: other.user.id };
      await call(fleet.origin(), 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, one.token);
      return { mapId, admins: [one, other] };
    }

    /** Each upload is what its place plays, once, and nothing else is there. */
    async function expectSent(): Promise<void> {
      expect(sent).toHaveLength(uploads);
      const mapIds = uploaders.map(({ mapId }) => mapId);
      const rows: { id: PlaceId; media_sha256: string | null }[] = await database
        .reader('places')
        .whereIn('parcours_id', mapIds)
        .orderBy('id')
        .select('id', 'media_sha256');
      const expected = [...sent].sort((a, b) => a.placeId - b.placeId);
      expect(rows).toEqual(expected.map(({ placeId, sha256 }) => ({ id: placeId, media_sha256: sha256 })));
      const played: string[] = await database
        .reader('places')
        .whereNotNull('media_sha256')
        .distinct()
        .pluck('media_sha256');
      expect((await database.reader('media').pluck('sha256')).sort()).toEqual(played.sort());
      expect(await database.reader('unfinished_uploads')).toEqual([]);
    }

    async function expectFiles(): Promise<void> {
      const media = readMediaBucket(objects, { name: 'the bucket', redirects: false });
      const verify = () => verifyMedia(database.reader, media);
      await expect.poll(verify, { timeout: 60_000, interval: 1000 }).toMatchObject({ missing: [], changed: [] });
      const parts: string[] = [];
      for await (const { key } of objects.list('uploads/')) parts.push(key);
      expect(parts).toEqual([]);
    }

    /** Once what the killed servers had reserved has expired, what is left fits to the byte. */
    async function expectExactQuota(person: Person): Promise<void> {
      const arriving = () => sumArriving(database.reader, new Date().toISOString());
      await expect.poll(arriving, { timeout: EXPIRED_WITHIN_MS, interval: 1000 }).toBe(0);
      const left = QUOTA - (await bytesUploadedBy(database.reader, person.user.id));
      const [place] = await database.reader('places').where({ author_id: person.user.id }).pluck('id');
      const begin = (bytes: number) => beginUpload(fleet.origin(), person, place as PlaceId, bytes);
      await expect(begin(left + 1)).rejects.toThrow('507');
      if (left > 0) await begin(left);
      await expect(begin(1)).rejects.toThrow('507');
    }
  });
}
