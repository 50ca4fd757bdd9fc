import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../support/api.ts';
import { makeParcours, makePlace, signUp, upload } from '../support/people.ts';
import { startServerProcess } from '../support/server-process.ts';
import { verifiedMedia } from '../support/verified-media.ts';
import { wavOf } from '../support/wav-bytes.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-full-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Of so many bytes, each with another content. */
let made = 0;
function recording(bytes: number): Blob {
  return new Blob([wavOf(new Int16Array((bytes - 44) / 2).fill(++made))]);
}

async function strays(): Promise<string[]> {
  return readdir(join(dataDir, 'drop-ici.incoming'));
}

test('what the disk has no room for is refused with 507, leaves nothing, and the server goes on', async () => {
  // No file of this process may become larger: the system refuses the write as it does on a full disk (EFBIG).
  const limited = ['bash', '-c', 'ulimit -f 3000 && exec "$@"', 'bash'];
  const server = await startServerProcess({ DATA_DIR: dataDir }, { prefix: limited });
  try {
    const owner = await signUp(server.origin, 'Owner');
    const place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
    const refused = upload(server.origin, owner, place, recording(5_000_000));
    await expect(refused).rejects.toMatchObject({ status: 507, code: 'disk_full' });
    expect(await strays()).toEqual([]);
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect(detail.media_data).toBeNull();
    expect((await upload(server.origin, owner, place, recording(1_000_000))).peaks).not.toBeNull();
    expect(await verifiedMedia(dataDir)).toMatchObject({ sound: 2, missing: [], orphaned: [], changed: [] });
  } finally {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }
}, 60_000);

test('where nothing can be written any more, uploads fail clearly, and what is there still plays', async () => {
  // A namespace of its own lets anybody mount; where that is not allowed, a file in the folder's place must do.
  const ownMounts = ['unshare', '--user', '--map-root-user', '--mount'];
  const mayMount = spawnSync(ownMounts[0] ?? '', [...ownMounts.slice(1), 'true']).status === 0;
  const server = await startServerProcess({ DATA_DIR: dataDir }, { prefix: mayMount ? ownMounts : [] });
  try {
    const owner = await signUp(server.origin, 'Owner');
    const place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
    const { link } = await upload(server.origin, owner, place, recording(100_000));
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
  } finally {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }
}, 60_000);
