import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlaceDetail } from '../../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { readConfig } from '../../../../server/config.ts';
import { type Context, openContext } from '../../../../server/context.ts';
import { AppError } from '../../../../server/domain/app-error.ts';
import type { SessionCaller } from '../../../../server/domain/caller.ts';
import type { UploadIdentity } from '../../../../server/domain/uploads/upload-repeats.ts';
import { createLog } from '../../../../server/log.ts';
import { writeIncoming } from '../../../../server/store/files.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { verifiedMedia } from '../../../support/database/kept-data.ts';
import { call } from '../../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../../../support/server/people.ts';
import { TEST_SECRET } from '../../../support/server/server.ts';
import { tus } from '../../../support/server/tus.ts';
import { useServer } from '../../../support/server/use-server.ts';

const ROUNDS = 20;
const RACES = 28;
const BYTES = 200_044;
/** Room for the stored audio of the place and one further upload. */
const QUOTA = 2.5 * BYTES;

let owner: Person;
let placeId: PlaceId;
let older: string;
let made = 0;
const server = useServer({ USER_QUOTA_BYTES: String(QUOTA) });
beforeEach(async () => {
  owner = await signUp(server.origin, `Owner ${++made}`);
  placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  older = pathOf((await upload(server.origin, owner, placeId, recording())).link);
});

function recording(): Blob {
  return new Blob([wavOf(new Int16Array((BYTES - 44) / 2).fill(++made))]);
}

const pathOf = (link: string): string => link.split('?')[0] ?? '';

async function played(): Promise<string> {
  const { media_data } = await call(server.origin, 'readPlace', { params: { placeId } }, owner.token);
  return pathOf(media_data?.link ?? '');
}

function send(file: Blob, key: string): Promise<'attached' | 'refused'> {
  const input = { file, fields: { place_id: placeId, size: file.size, length: 5 } };
  return call(server.origin, 'uploadAudio', input, owner.token, key).then(
    () => 'attached' as const,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'conflict' });
      return 'refused' as const;
    },
  );
}

async function abandon(key: string): Promise<void> {
  const answer = await tus(server.origin, {
    method: 'DELETE',
    token: owner.token,
    headers: { 'Idempotency-Key': key },
  });
  expect(answer.status).toBe(204);
}

const arriving = (): Promise<string[]> => readdir(join(server.dataDir, 'drop-ici.incoming'));

async function expectNothingLeft(): Promise<void> {
  await expect.poll(arriving).toEqual([]);
  expect(await verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
}

describe('audio that is sent whole', () => {
  test('is refused if given up before it arrives: the place keeps its audio, nothing is left', async () => {
    const file = recording();
    await abandon('mine');
    expect(await send(file, 'mine')).toBe('refused');
    expect(await played()).toBe(older);
    await expectNothingLeft();
    // Its share of the quota is free again.
    expect(await send(file, 'other')).toBe('attached');
    server.advance(120_000);
    expect(await send(recording(), 'mine')).toBe('attached');
  });

  test('stays if given up after it was attached, and a repeat gets the response', async () => {
    const file = recording();
    expect(await send(file, 'mine')).toBe('attached');
    const path = await played();
    await abandon('mine');
    expect(await send(file, 'mine')).toBe('attached');
    expect(await played()).toBe(path);
    expect(path).not.toBe(older);
  });

  test('is attached before the response to giving up, or never, if given up while it is sent', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const key = `mine-${round}`;
      const before = await played();
      const sent = send(recording(), key);
      // At a different moment of the upload in each round.
      for (let asked = 0; asked < round % 5; asked++) await played();
      await abandon(key);
      const then = await played();
      const outcome = await sent;
      expect([outcome, await played()]).toEqual([then === before ? 'refused' : 'attached', then]);
    }
    await expectNothingLeft();
  });
});

describe('attaching a file', () => {
  let context: Context;
  let caller: SessionCaller;
  let parcours: ParcoursId;
  let place: PlaceId;
  beforeAll(async () => {
    // The server's parts without HTTP, for exact timing.
    const config = readConfig({ DATA_DIR: join(server.dataDir, 'another'), SECRET: TEST_SECRET, DEMO: '0' });
    context = await openContext(config, createLog('silent'), Date.now);
    const ana = { name: 'Ana', email: 'ana@example.org', password: 'a long password' };
    caller = { ...(await context.accounts.create(ana)), sessionId: 'one', address: '192.0.2.1' };
    const { id } = await context.parcours.create(caller, { title: 'a', description: 'b' });
    parcours = id;
    const geometry = { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] };
    const properties = { appelation: 'Le pont', type: 'la' as const, mapId: id };
    place = (await context.placeWrites.create(caller, { type: 'Feature', geometry, properties })).place_id;
  });
  afterAll(() => context.close());

  /**
   * Attaches a new recording and gives `key` up after `ticks` of the event loop, or when attaching has ended.
   */
  async function race(repeat: UploadIdentity, key: string, ticks: number) {
    const { path } = await writeIncoming(context.files, new Uint8Array(await recording().arrayBuffer()));
    const before = await playing();
    let isOver = false;
    const outcome = context.recordings
      .attach(caller, path, { place_id: place, size: BYTES, length: 5 }, repeat)
      .then(
        () => 'attached',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      )
      .finally(() => {
        isOver = true;
      });
    for (let tick = 0; tick < ticks && !isOver; tick++) await nextTick();
    await context.resumable.abandonNamed(caller, key);
    const then = await playing();
    const result = await outcome;
    expect([result, await playing()]).toEqual([then === before ? 'conflict' : 'attached', then]);
    await context.files.discard(path);
    return result;
  }

  async function playing(): Promise<string | null> {
    const printed = Buffer.concat(await context.places.serialize(caller, place)).toString();
    const { media_data } = PlaceDetail.parse(JSON.parse(printed));
    return media_data === null ? null : pathOf(media_data.link);
  }

  test.each<[string, UploadIdentity]>([
    ['its key', { key: 'own' }],
    ['the key that its upload began with', { key: 'finishing', begunKey: 'own' }],
  ])('has no effect if %s is given up after the first check', async (_, repeat) => {
    expect(await race(repeat, 'own', 0)).toBe('conflict');
    expect(await playing()).toBeNull();
    const names = await readdir(join(context.config.dataDir, 'media'), { recursive: true });
    expect(names.filter((name) => name.endsWith('.wav'))).toEqual([]);
  });

  test('is decided before giving up resolves, whenever the key is given up', async () => {
    const results = new Set<unknown>();
    let ticks = 0;
    for (let turn = 0; turn < RACES; turn++) {
      const result = await race({ key: `at-${turn}` }, `at-${turn}`, ticks);
      results.add(result);
      // The ticks double up to the deciding moment, then vary around it.
      const growth = results.has('attached') ? 1.2 : 2;
      ticks = result === 'attached' ? Math.floor(ticks * 0.85) : Math.ceil(ticks * growth) + 1;
    }
    expect([...results].sort()).toEqual(['attached', 'conflict']);
  });

  test('gives the place itself the sound of a telling, if its language becomes the parcours’ first meanwhile', async () => {
    const wav = wavOf(new Int16Array(5_000_000).fill(++made));
    const { path } = await writeIncoming(context.files, wav);
    const fields = { place_id: place, telling: 'en.standard', size: wav.length, length: 100 };
    const attached = context.recordings.attach(caller, path, fields);
    await context.about.change({ ...caller, role: 'editor' }, parcours, {
      language: 'en',
      facts: {},
      translations: [],
    });
    const { media_data } = await attached;
    expect(await playing()).toBe(pathOf(media_data.link));
    expect((await context.tellings.read(caller, place)).tellings).toEqual([]);
  });
});
