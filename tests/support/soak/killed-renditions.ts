import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../audio/wav-bytes.ts';
import { verifiedMedia } from '../database/kept-data.ts';
import { call } from '../server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../server/people.ts';
import { type ServerProcess, startServerProcess } from '../server/server-process.ts';

const SEED = 20_261_122;
/** Recordings without a rendition at the start of a life. */
const BACKLOG = 3;
/** A server is killed so long after that at the most: one rendition is being made, the others wait. */
const KILL_WITHIN_MS = 1500;
const ALL_MADE_MS = 60_000;

/** Tests what a server leaves behind that SIGKILL ends `kills` times while it makes renditions. */
export function testKilledRenditions(kills: number, timeoutMs?: number): void {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-renditions-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test(
    `SIGKILL while renditions are made (${kills} in all) leaves no row without its file, and all are made in the end`,
    async () => {
      const random = createRandom(SEED);
      const start = (): Promise<ServerProcess> => startServerProcess({ DATA_DIR: dataDir, RENDITIONS: '1' });
      let author: Author | undefined;
      let orphans = 0;

      for (let life = 0; life < kills; life++) {
        const server = await start();
        author ??= await signUpAuthor(server.origin);
        await addBacklog(server.origin, author, random);
        await wait(random() * KILL_WITHIN_MS);
        await endBy(server, 'SIGKILL');
        const media = await verifiedMedia(dataDir);
        expect(media.missing, 'rows without a file, before the sweep').toEqual([]);
        expect(media.changed, 'files whose content is not what their row says').toEqual([]);
        orphans += media.orphaned.length;
      }

      const last = await start();
      if (author === undefined) throw new Error('Expected an author');
      await expectAllMade(last.origin, author);
      await endBy(last, 'SIGTERM');
      expect(await verifiedMedia(dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
      console.log(`${kills} kills left ${orphans} files without a row`);
    },
    timeoutMs,
  );
}

/** Who uploads recordings, and where their places are. */
export interface Author {
  readonly person: Person;
  readonly parcoursId: ParcoursId;
}

/** Waits until all recordings of this author have a rendition, and listens to each. */
export async function expectAllMade(origin: string, author: Author): Promise<void> {
  const listRecorded = async () => (await listAll(origin, author)).filter(({ media }) => media !== null);
  await expect.poll(async () => missingOf(await listRecorded()), { timeout: ALL_MADE_MS }).toEqual([]);
  const recorded = await listRecorded();
  expect(recorded).not.toEqual([]);
  for (const place of recorded) await expectServed(origin, place);
}

/** Signs the author up. */
export async function signUpAuthor(origin: string): Promise<Author> {
  const person = await signUp(origin, 'Owner');
  return { person, parcoursId: await makeParcours(origin, person) };
}

/** Uploads recordings until {@link BACKLOG} have no rendition. */
async function addBacklog(origin: string, author: Author, random: () => number): Promise<void> {
  for (let left = BACKLOG - missingOf(await listAll(origin, author)).length; left > 0; left--) {
    const place = await makePlace(origin, author.person, author.parcoursId);
    await upload(origin, author.person, place, recording(random));
  }
}

async function listAll(origin: string, { person, parcoursId }: Author): Promise<readonly Place[]> {
  return (await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, person.token)).places;
}

function missingOf(places: readonly Place[]): number[] {
  return places.filter(({ media }) => media?.data.rendition == null).map(({ id }) => id);
}

async function expectServed(origin: string, { media }: Place): Promise<void> {
  const rendition = media?.data.rendition;
  const response = await fetch(origin + (rendition?.link ?? ''));
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('audio/mp4');
  expect((await response.arrayBuffer()).byteLength).toBe(rendition?.bytes);
}

async function endBy(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.child.kill(signal);
  await server.ended;
}

/** Of 2 to 12 s, each with content of its own. */
function recording(random: () => number): Blob {
  const samples = new Int16Array(88_200 + Math.floor(random() * 441_000));
  const stepRad = 0.01 + 0.1 * random();
  for (let at = 0; at < samples.length; at++) samples[at] = 9000 * Math.sin(at * stepRad) + (random() - 0.5) * 2000;
  return new Blob([wavOf(samples)]);
}
