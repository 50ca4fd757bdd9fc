import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../../app/rehearsal/seeded-random.ts';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { findPostgres, POSTGRES_MISSING } from '../../../../scripts/test/postgres.mjs';
import { readMediaBucket } from '../../../../server/cluster/media-bucket.ts';
import type { ObjectStore } from '../../../../server/cluster/object-store.ts';
import { openToRead } from '../../../../server/cluster/open-stores.ts';
import { createS3Store } from '../../../../server/cluster/s3-store.ts';
import { verifyMedia } from '../../../../server/domain/upkeep/check-media.ts';
import type { ReadDatabase } from '../../../../server/store/database.ts';
import { bytesUploaded } from '../../../../server/store/media.ts';
import { sumArriving } from '../../../../server/store/uploads.ts';
import { type PostgresCluster, startPostgres } from '../../postgres/cluster.ts';
import { createTestDatabase, makeTemplate } from '../../postgres/template.ts';
import { type S3Server, startS3, TEST_PATIENCE } from '../../s3/s3-servers.ts';
import { call } from '../../server/api.ts';
import { addMember, makeParcours, makePlace, type Person, pointPlace, signUp } from '../../server/people.ts';
import { TEST_SECRET, UNHINDERED } from '../../server/server.ts';
import { beginUpload } from '../../server/tus.ts';
import { type Attempt, watchRequests } from '../../server/watched-requests.ts';
import { FAULTS, isPossible, type Suffered, suffer } from './faults.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { overfill, stepDown } from './rivals.ts';
import { giveUpMidway, noise, type Sent, sendInParts, sendWhole, sha256Of } from './sending.ts';
import { listen, visit } from './visiting.ts';

const SEED = Number(process.env.FAULTS_SEED ?? 20_261_126);
/** Small sounds: what is tried is what waits for what, and not how fast a machine is. */
const AUDIO_BYTES_MIN = 30_000;
const AUDIO_BYTES_MAX = 300_000;
const PART_BYTES = 100_000;
const QUOTA = 2_000_000;
/** Uploads under way at once. */
const ABREAST = 4;
const UPLOADS_OF_A_PERSON = 5;
/** Time between two uploads of all. */
const UPLOAD_EACH_MS = 1500;
/** How long each of those waits who do other things, before the next. */
const PACE_MS = 1000;
/** What listeners compare. */
const HEAD_BYTES = 20_000;
/** How long a fault lasts; shorter in a short test. */
const HOLD_MS = 15_000;
/** Drops between two faults: the servers work again. */
const SENT_BETWEEN = 3;
/** Longer than a killed server's reservations count. */
const EXPIRED_WITHIN_MS = 90_000;
/** What is promised: the longest call, and how soon `/readyz` is right. */
const CALL_MS_MAX = 10_000;
const READY_MS_MAX = 5000;

interface Uploader {
  readonly person: Person;
  readonly parcoursId: ParcoursId;
}

/** Tests two servers on one PostgreSQL and one bucket under load, to which one fault after the other happens. */
export function testServerFaults(durationMs: number): void {
  const bin = findPostgres();
  const title = bin === null ? `two servers (${POSTGRES_MISSING})` : 'two servers on one database and one bucket';
  const uploads = Math.ceil(durationMs / UPLOAD_EACH_MS);
  describe.skipIf(bin === null)(title, () => {
    const random = createRandom(SEED);
    let cluster: PostgresCluster;
    let s3: S3Server;
    let objects: ObjectStore;
    let database: ReadDatabase;
    let fleet: Fleet;
    const uploaders: Uploader[] = [];
    const sent: Sent[] = [];
    const heard: { readonly uploader: Uploader; readonly drop: Sent & { readonly head: Uint8Array } }[] = [];

    beforeAll(async () => {
      [cluster, s3] = [await startPostgres(bin ?? ''), await startS3()];
      await makeTemplate(cluster.url);
      const databaseUrl = await createTestDatabase(cluster.url, 'server_faults');
      objects = createS3Store(s3.settings, TEST_PATIENCE);
      const env = { ...UNHINDERED, SECRET: TEST_SECRET, USER_QUOTA_BYTES: String(QUOTA), ...s3.environment('') };
      fleet = await startFleet(2, { env, databaseUrl, storeOrigin: s3.settings.origin });
      const opened = await openToRead({ dataDir: tmpdir(), url: databaseUrl });
      if (opened === null) throw new Error('Expected a database');
      database = opened;
      for (let index = 0; index < Math.ceil(uploads / UPLOADS_OF_A_PERSON); index++) {
        const person = await signUp(fleet.origin(), `Person ${index}`);
        uploaders.push({ person, parcoursId: await makeParcours(fleet.origin(), person) });
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
      `faults by turns for ${durationMs / 1000} s, ${uploads} uploads meanwhile: nothing is lost or doubled, no call takes long, /readyz is right, quotas are exact, a map keeps its last admin`,
      async () => {
        const begun = performance.now();
        let isOver = false;
        const work = { uploads: 0, visits: 0, plays: 0, stepDowns: 0, taken: 0, refused: 0 };
        const greedy = await makeGreedy();
        const rivals = await makeRivals();
        const calls = watchRequests();
        const suffered: Suffered[] = [];
        const goOn = async (next: () => Promise<void>): Promise<void> => {
          while (!isOver) {
            await next();
            await wait(PACE_MS);
          }
        };

        const misfortune = async (): Promise<void> => {
          const possible = FAULTS.filter((fault) => isPossible(fault, fleet));
          const holdMs = Math.min(HOLD_MS, durationMs / 12);
          for (let round = 0; round === 0 || performance.now() - begun < durationMs; round++) {
            for (const fault of possible.map((each) => [random(), each] as const).sort(([a], [b]) => a - b)) {
              const before = sent.length;
              await expect
                .poll(() => sent.length === uploads || sent.length >= before + SENT_BETWEEN, { timeout: 60_000 })
                .toBe(true);
              calls.note(fault[1]);
              suffered.push(await suffer(fault[1], fleet, holdMs, random));
              console.log(describeFault(suffered.at(-1)));
              calls.note('');
            }
          }
          isOver = true;
        };
        await Promise.all([
          misfortune(),
          ...Array.from({ length: ABREAST }, () => sendAll(begun, work)),
          goOn(async () => visit(fleet, `visitor ${work.visits++}`)),
          goOn(async () => {
            const { uploader, drop } = heard[Math.floor(random() * heard.length)] ?? {};
            if (uploader !== undefined && drop !== undefined) await listen(fleet, uploader, drop, random);
            work.plays += uploader === undefined ? 0 : 1;
          }),
          goOn(async () => {
            await stepDown(fleet, database.reader, rivals.parcoursId, rivals.admins);
            work.stepDowns++;
          }),
          goOn(async () => {
            const round = work.taken + work.refused;
            const done = await overfill(fleet, database.reader, greedy.person, greedy.places, {
              quota: QUOTA,
              round,
              random,
            });
            work.taken += done.taken;
            work.refused += done.refused;
          }),
        ]).finally(() => {
          isOver = true;
          calls.stop();
        });
        console.log(`${JSON.stringify(work)}; ${describeCalls(calls.attempts)}`);

        // Each once more: a start finishes what a crash left.
        for (const server of fleet.servers) {
          await server.end('SIGKILL');
          await server.start();
        }
        await expectSent();
        await expectVisitors(work.visits);
        await expectFiles();
        await expectExactQuota(greedy.person);
        expectCalls(calls.attempts);
        expect(suffered.filter(({ redMs, greenMs }) => Math.max(...redMs, ...greenMs) > READY_MS_MAX)).toEqual([]);
        expect(Object.values(work).every((count) => count > 0)).toBe(true);
      },
      durationMs * 2 + 300_000,
    );

    async function sendAll(begun: number, work: { uploads: number }): Promise<void> {
      for (;;) {
        const index = work.uploads++;
        if (index >= uploads) {
          work.uploads = uploads;
          return;
        }
        await wait(Math.max(0, begun + index * UPLOAD_EACH_MS - performance.now()));
        sent.push(await sendOne(index));
      }
    }

    async function sendOne(index: number): Promise<Sent> {
      const uploader = uploaders[Math.floor(index / UPLOADS_OF_A_PERSON)];
      if (uploader === undefined) throw new Error('Expected somebody who uploads');
      const { person, parcoursId } = uploader;
      const key = `upload-${index}`;
      const { newPlace } = await fleet.persist((origin) =>
        call(origin, 'createPlace', { body: pointPlace(parcoursId, key) }, person.token, `place-${index}`),
      );
      const placeId = newPlace.place_id;
      const bytes = noise(AUDIO_BYTES_MIN + random() * (AUDIO_BYTES_MAX - AUDIO_BYTES_MIN), random);
      const audio = new Blob([bytes]);
      if (index % 8 === 7) return giveUpMidway(fleet, person, placeId, audio, key, PART_BYTES);
      if (index % 2 === 0) await sendInParts(fleet, person, placeId, audio, key, PART_BYTES);
      else await sendWhole(fleet, person, placeId, audio, key);
      const drop = { placeId, sha256: sha256Of(bytes) };
      heard.push({ uploader, drop: { ...drop, head: bytes.slice(0, HEAD_BYTES) } });
      return drop;
    }

    async function makeGreedy(): Promise<{ readonly person: Person; readonly places: PlaceId[] }> {
      const person = await signUp(fleet.origin(), 'Greedy');
      const parcoursId = await makeParcours(fleet.origin(), person);
      const places: PlaceId[] = [];
      while (places.length < 3) places.push(await makePlace(fleet.origin(), person, parcoursId));
      return { person, places };
    }

    async function makeRivals(): Promise<{
      readonly parcoursId: ParcoursId;
      readonly admins: readonly [Person, Person];
    }> {
      const [one, other] = [await signUp(fleet.origin(), 'One'), await signUp(fleet.origin(), 'Other')];
      const parcoursId = await makeParcours(fleet.origin(), one);
      await addMember(fleet.origin(), one, parcoursId, other, 'drop');
      const params = { mapId: parcoursId, userId: other.user.id };
      await call(fleet.origin(), 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, one.token);
      return { parcoursId, admins: [one, other] };
    }

    /** Each upload is what its place plays, once, and nothing else is there. */
    async function expectSent(): Promise<void> {
      const parcoursIds = uploaders.map(({ parcoursId }) => parcoursId);
      const rows: { id: PlaceId; media_sha256: string | null }[] = await database
        .reader('places')
        .whereIn('parcours_id', parcoursIds)
        .orderBy('id')
        .select('id', 'media_sha256');
      const found = new Map(rows.map(({ id, media_sha256 }) => [id, media_sha256]));
      const lost = sent.filter(({ placeId, sha256 }) => found.get(placeId) !== sha256);
      console.log(`${sent.length} drops acknowledged, ${lost.length} lost, ${rows.length - sent.length} doubled`);
      expect(sent).toHaveLength(uploads);
      const expected = [...sent].sort((a, b) => a.placeId - b.placeId);
      expect(rows).toEqual(expected.map(({ placeId, sha256 }) => ({ id: placeId, media_sha256: sha256 })));
      // What an earlier version of a place played is kept with it.
      const playedBy = (table: string): Promise<string[]> =>
        database.reader(table).whereNotNull('media_sha256').pluck('media_sha256');
      const played = new Set([...(await playedBy('places')), ...(await playedBy('place_versions'))]);
      expect((await database.reader('media').pluck('sha256')).sort()).toEqual([...played].sort());
      expect(await database.reader('unfinished_uploads')).toEqual([]);
    }

    async function expectVisitors(visits: number): Promise<void> {
      const names: string[] = await database.reader('accounts').where('name', 'like', 'visitor %').pluck('name');
      expect(names.sort()).toEqual(Array.from({ length: visits }, (_, index) => `visitor ${index}`).sort());
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
      const left = QUOTA - (await bytesUploaded(database.reader, person.user.id));
      const [place] = await database.reader('places').where({ author_id: person.user.id }).pluck('id');
      const begin = (bytes: number) => beginUpload(fleet.origin(), person, place as PlaceId, bytes);
      await expect(begin(left + 1)).rejects.toThrow('507');
      if (left > 0) await begin(left);
      await expect(begin(1)).rejects.toThrow('507');
    }
  });
}

/** None took too long; what failed of ours said when to try again, or that a disk is full. */
function expectCalls(attempts: readonly Attempt[]): void {
  const calls = attempts.filter(({ what }) => what !== 'GET /readyz');
  expect(attempts.filter(({ ms }) => ms > CALL_MS_MAX)).toEqual([]);
  const failed = calls.filter(({ status }) => status >= 500 && status !== 507);
  expect(failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
}

function describeCalls(attempts: readonly Attempt[]): string {
  return ['', ...FAULTS]
    .map((fault) => {
      const all = attempts.filter(({ during }) => during === fault).sort((a, b) => b.ms - a.ms);
      const counts = new Map<number, number>();
      for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1);
      const statuses = [...counts].sort().map(([status, count]) => `${count} x ${status}`);
      const { ms = 0, what = 'nothing' } = all[0] ?? {};
      return `\n${fault || 'between'}: ${statuses.join(', ')}; slowest ${Math.round(ms)} ms, ${what}`;
    })
    .join('');
}

function describeFault(suffered: Suffered | undefined): string {
  const { fault = '', what = '', redMs = [], greenMs = [] } = suffered ?? {};
  const seconds = (times: readonly number[]): string => times.map((ms) => (ms / 1000).toFixed(1)).join(' ');
  return `${fault} (${what}): not ready after ${seconds(redMs)} s, ready after ${seconds(greenMs)} s`;
}
