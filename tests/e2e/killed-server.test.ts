import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../app/state/chance.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { verifiedMedia } from '../support/verified-media.ts';
import { wavOf } from '../support/wav-bytes.ts';

const SEED = 20_261_121;
const UPLOADS = 200;
/** Uploads of one life, on average. */
const UPLOADS_OF_LIFE = 25;
/** Uploads under way at once. */
const ABREAST = 6;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-killed-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test(`${UPLOADS} uploads to a server whose every life is ended by SIGKILL at a random point leave rows and files in pairs`, async () => {
  const random = createRandom(SEED);
  const places: PlaceId[] = [];
  let owner: Person | undefined;
  let [lives, begun, answered, leftOrphans] = [0, 0, 0, 0];

  for (; begun < UPLOADS; lives++) {
    const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    owner ??= await signUp(server.origin, 'Owner');
    if (places.length === 0) places.push(...(await makePlaces(server, owner)));
    expect(await verifiedMedia(dataDir), `after life ${lives}`).toMatchObject({
      missing: [],
      orphaned: [],
      changed: [],
    });
    expect(await readdir(join(dataDir, 'drop-ici.incoming'))).toEqual([]);

    const killAt = begun + 1 + Math.floor(random() * 2 * UPLOADS_OF_LIFE);
    let isDead = false;
    const kill = (): void => {
      isDead = true;
      server.child.kill('SIGKILL');
    };
    const lane = async (person: Person): Promise<void> => {
      while (!isDead && begun < UPLOADS) {
        begun++;
        // At a point of this very upload: while it arrives, is moved, or is noted.
        const timer = begun >= killAt ? setTimeout(kill, random() * 40) : undefined;
        const place = places[Math.floor(random() * places.length)];
        if (place === undefined) throw new Error('Expected a place');
        const sent = await upload(server.origin, person, place, recording(random)).then(
          () => true,
          () => false,
        );
        if (sent) answered++;
        else if (!isDead) throw new Error(`Upload ${begun} was refused by a living server: ${server.errors()}`);
        if (isDead) clearTimeout(timer);
      }
    };
    const person = owner;
    await Promise.all(Array.from({ length: ABREAST }, () => lane(person)));
    if (!isDead) kill();
    await server.ended;
    const { orphaned, missing } = await verifiedMedia(dataDir);
    expect(missing, 'rows without a file, before the sweep').toEqual([]);
    leftOrphans += orphaned.length;
  }

  const last = await startServerProcess({ DATA_DIR: dataDir });
  expect(await verifiedMedia(dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  console.log(
    `${answered} of ${UPLOADS} uploads were answered; ${lives} kills left ${leftOrphans} files without a row`,
  );
  expect(answered).toBeGreaterThan(UPLOADS / 4);
  expect(lives).toBeGreaterThan(3);
}, 240_000);

async function makePlaces({ origin }: ServerProcess, owner: Person): Promise<PlaceId[]> {
  const mapId = await makeParcours(origin, owner);
  return Promise.all(Array.from({ length: 10 }, () => makePlace(origin, owner, mapId)));
}

/** Of 0.1 to 3 s, each with content of its own. */
function recording(random: () => number): Blob {
  const samples = new Int16Array(4410 + Math.floor(random() * 128_000));
  for (let at = 0; at < samples.length; at++) samples[at] = (random() - 0.5) * 30_000;
  return new Blob([wavOf(samples)]);
}
