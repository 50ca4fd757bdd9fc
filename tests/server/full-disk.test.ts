import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../contracts/errors.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { verifiedMedia } from '../support/database/kept-data.ts';
import { putEmptyDatabase } from '../support/database/test-database.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/server/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { beginUpload, offsetOf, sendPart, tus } from '../support/server/tus.ts';

/** A recording's waveform is made after its upload, later on a busy machine. */
const WAVEFORM = { timeout: 20_000 };

let dataDir: string;
let server: ServerProcess;
let owner: Person;
let place: PlaceId;

/** Starts the server with these commands before it, and creates a place. */
async function start(prefix: readonly string[]): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-full-'));
  await putEmptyDatabase(dataDir);
  server = await startServerProcess({ DATA_DIR: dataDir }, { prefix });
  owner = await signUp(server.origin, 'Owner');
  place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
}

/** Makes recordings of the given size, each with another content. */
let made = 0;
function recording(bytes: number): Blob {
  return new Blob([wavOf(new Int16Array((bytes - 44) / 2).fill(++made))]);
}

describe('on a full disk', () => {
  // No file of this process may become larger: the system refuses the write as on a full disk (EFBIG).
  beforeAll(() => start(['bash', '-c', 'ulimit -f 3000 && exec "$@"', 'bash']));
  afterAll(stop);

  test('an upload is refused with 507, leaves nothing, and the server continues', async () => {
    const refused = upload(server.origin, owner, place, recording(5_000_000));
    await expect(refused).rejects.toMatchObject({ status: 507, code: 'disk_full' });
    expect(await readdir(join(dataDir, 'drop-ici.incoming'))).toEqual([]);
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect(detail.media_data).toBeNull();
    await upload(server.origin, owner, place, recording(1_000_000));
    await expect
      .poll(() => verifiedMedia(dataDir), WAVEFORM)
      .toMatchObject({ sound: 2, missing: [], orphaned: [], changed: [] });
  });

  test('an upload in parts stops, retains the arrived bytes, and frees its space when given up', async () => {
    const { origin } = server;
    const folder = join(dataDir, 'drop-ici.resumable');
    const long = recording(5_000_000);
    const id = await beginUpload(origin, owner, place, long.size);
    const refused = await sendPart(origin, owner, id, 0, long);
    expect(refused.status).toBe(507);
    expect(ErrorBody.parse(await refused.json()).error.code).toBe('disk_full');
    const arrived = await offsetOf(origin, owner, id);
    expect(arrived).toBe((await stat(join(folder, id))).size);
    expect(arrived).toBeGreaterThan(2_000_000);
    const kept = await readFile(join(folder, id));
    expect(Buffer.compare(kept, Buffer.from(await long.slice(0, arrived).arrayBuffer()))).toBe(0);
    expect((await sendPart(origin, owner, id, arrived, long.slice(arrived))).status).toBe(507);
    expect((await tus(origin, { method: 'DELETE', path: `/${id}`, token: owner.token })).status).toBe(204);
    expect(await readdir(folder)).toEqual([]);

    const short = recording(1_000_000);
    const other = await beginUpload(origin, owner, place, short.size);
    expect((await sendPart(origin, owner, other, 0, short)).status).toBe(204);
    const body = { uploadId: other, place_id: place, size: short.size, length: 5 };
    expect((await call(origin, 'finishUpload', { body }, owner.token)).place_id).toBe(place);
    await expect.poll(() => verifiedMedia(dataDir), WAVEFORM).toMatchObject({ missing: [], orphaned: [], changed: [] });
  });
});

describe('on a read-only disk', () => {
  // In a namespace of its own anybody may mount; where that is not allowed, a file replaces the folder.
  const ownMounts = ['unshare', '--user', '--map-root-user', '--mount'];
  const mayMount = spawnSync(ownMounts[0] ?? '', [...ownMounts.slice(1), 'true']).status === 0;
  beforeAll(() => start(mayMount ? ownMounts : []));
  afterAll(stop);

  test('uploads fail clearly, and stored audio still plays', async () => {
    const { link } = await upload(server.origin, owner, place, recording(100_000));
    await expect.poll(() => verifiedMedia(dataDir), WAVEFORM).toMatchObject({ sound: 2 });
    const folder = join(dataDir, 'drop-ici.incoming');
    if (mayMount) {
      const mount = ['mount', '--bind', folder, folder];
      const enter = ['--target', String(server.child.pid), '--user', '--mount', '--preserve-credentials'];
      expect(spawnSync('nsenter', [...enter, ...mount]).status).toBe(0);
      expect(spawnSync('nsenter', [...enter, 'mount', '-o', 'remount,bind,ro', folder]).status).toBe(0);
    } else {
      await rm(folder, { recursive: true });
      await writeFile(folder, '');
    }
    await expect(upload(server.origin, owner, place, recording(100_000))).rejects.toMatchObject(
      mayMount ? { status: 507, code: 'disk_full' } : { status: 500, code: 'internal' },
    );
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect(detail.media_data?.link).toBe(link);
    expect((await fetch(server.origin + link)).status).toBe(200);
    expect(await verifiedMedia(dataDir)).toMatchObject({ sound: 2, missing: [], orphaned: [], changed: [] });
  });
});
