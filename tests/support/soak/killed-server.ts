import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../audio/wav-bytes.ts';
import { verifiedMedia } from '../database/kept-data.ts';
import { makePlace, type Person, upload } from '../server/people.ts';
import { type ServerProcess, startServerProcess } from '../server/server-process.ts';
import { type Author, expectAllMade, signUpAuthor } from './killed-renditions.ts';

const SEED = 20_261_121;
/** Uploads of one life, on average. */
const UPLOADS_OF_LIFE = 25;
/** Uploads under way at once. */
const ABREAST = 6;
/** The server is killed so long after an upload began at the most: while that arrives, is moved, or is noted. */
const KILL_WITHIN_MS = 40;

/** Lives of a server, which together see this number of uploads: the same for the same seed. */
export function drawLives(uploads: number): number[] {
  const random = createRandom(SEED);
  const lives: number[] = [];
  for (let left = uploads; left > 0; left -= lives.at(-1) ?? 0) {
    lives.push(Math.min(left, 1 + Math.floor(random() * 2 * UPLOADS_OF_LIFE)));
  }
  return lives;
}

/**
 * Tests what a server leaves whose every life is ended by SIGKILL, in the midst of an upload.
 *
 * @param lives the upload during which each life is ended, counted from its start
 * @param how whether the server makes renditions meanwhile, which are all there in the end
 */
export function testKilledServer(
  lives: readonly number[],
  { makesRenditions = false, timeoutMs }: { readonly makesRenditions?: boolean; readonly timeoutMs?: number } = {},
): void {
  const atLeast = lives.reduce((sum, life) => sum + life, 0);
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-killed-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test(
    `${atLeast} uploads to a server, and a SIGKILL in each of its lives (${lives.length}), leave no row without its file`,
    async () => {
      const random = createRandom(SEED);
      const start = (): Promise<ServerProcess> =>
        startServerProcess({ DATA_DIR: dataDir, RENDITIONS: makesRenditions ? '1' : '0' });
      const places: PlaceId[] = [];
      let author: Author | undefined;
      let [begun, answered, leftOrphans] = [0, 0, 0];

      for (const [life, killAt] of lives.entries()) {
        const server = await start();
        author ??= await signUpAuthor(server.origin);
        if (places.length === 0) places.push(...(await makePlaces(server, author)));
        await expectFiles(dataDir, `after life ${life}`);
        await expect.poll(() => readdir(join(dataDir, 'drop-ici.incoming'))).toEqual([]);

        const sent = await uploadUntilKilled(server, author.person, places, killAt, random);
        begun += sent.begun;
        answered += sent.answered;
        const { orphaned, missing, changed } = await verifiedMedia(dataDir);
        expect(missing, 'rows without a file, before the sweep').toEqual([]);
        expect(changed, 'files whose content is not what their row says').toEqual([]);
        leftOrphans += orphaned.length;
      }

      const last = await start();
      if (makesRenditions && author !== undefined) await expectAllMade(last.origin, author);
      await expectFiles(dataDir, 'after the last life');
      last.child.kill('SIGTERM');
      expect(await last.ended).toBe(0);
      console.log(
        `${answered} of ${begun} uploads were answered; ${lives.length} kills left ${leftOrphans} files without a row`,
      );
      expect(begun).toBeGreaterThanOrEqual(atLeast);
      expect(answered).toBeGreaterThan(begun / 4);
    },
    timeoutMs,
  );
}

/** A file without a row stays for a day, since it may be some other database's. */
async function expectFiles(dataDir: string, when: string): Promise<void> {
  const media = () => verifiedMedia(dataDir);
  await expect.poll(media, { message: when }).toMatchObject({ missing: [], changed: [] });
}

/** Uploads until the server is dead: it is killed once the upload of this number has begun. */
async function uploadUntilKilled(
  server: ServerProcess,
  owner: Person,
  places: readonly PlaceId[],
  killAt: number,
  random: () => number,
): Promise<{ readonly begun: number; readonly answered: number }> {
  let [begun, answered] = [0, 0];
  let isDead = false;
  const kill = (): void => {
    isDead = true;
    server.child.kill('SIGKILL');
  };
  const lane = async (): Promise<void> => {
    while (!isDead) {
      begun++;
      if (begun === killAt) setTimeout(kill, random() * KILL_WITHIN_MS);
      const place = places[Math.floor(random() * places.length)];
      if (place === undefined) throw new Error('Expected a place');
      const isSent = await upload(server.origin, owner, place, recording(random)).then(
        () => true,
        () => false,
      );
      if (isSent) answered++;
      else if (!isDead) throw new Error(`Upload ${begun} was refused by a living server: ${server.errors()}`);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, lane));
  await server.ended;
  return { begun, answered };
}

function makePlaces({ origin }: ServerProcess, { person, parcoursId }: Author): Promise<PlaceId[]> {
  return Promise.all(Array.from({ length: 10 }, () => makePlace(origin, person, parcoursId)));
}

/** Of 0.1 to 3 s, each with content of its own. */
function recording(random: () => number): Blob {
  const samples = new Int16Array(4410 + Math.floor(random() * 128_000));
  for (let at = 0; at < samples.length; at++) samples[at] = (random() - 0.5) * 30_000;
  return new Blob([wavOf(samples)]);
}
