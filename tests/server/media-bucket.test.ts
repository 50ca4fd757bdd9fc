import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { READINESS_KEPT_MS } from '../../server/domain/upkeep/readiness.ts';
import { type MediaName, pathOfMedia } from '../../server/store/files.ts';
import type { ObjectStore } from '../../server/store/objects/object-store.ts';
import { createS3Store } from '../../server/store/objects/s3-store.ts';
import { call } from '../support/api.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/people.ts';
import { pictureFile } from '../support/picture.ts';
import { renditionMade } from '../support/renditions/made.ts';
import { erase } from '../support/rights/erase.ts';
import { runAdmin, runTool, type ToolRun } from '../support/run-tool.ts';
import { describeOnS3 } from '../support/s3/describe-s3.ts';
import { QUICK_PATIENCE, type S3Server, startS3 } from '../support/s3/s3-servers.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { testEnvironment } from '../support/test-database.ts';
import { until } from '../support/until.ts';
import { unzip } from '../support/unzip.ts';
import { wavOf } from '../support/wav-bytes.ts';
import { waveformsTaken } from '../support/waveforms.ts';

// Each tool is a process of its own.
vi.setConfig({ testTimeout: 90_000 });

let made = 0;
/** Half a second of sound like no other. */
function sound(): Uint8Array<ArrayBuffer> {
  return wavOf(new Int16Array(22_050).fill(++made));
}

describeOnS3('a server with its media in a bucket', (kind) => {
  let s3: S3Server;
  let line: FaultProxy;
  let store: ObjectStore;
  let bucketEnv: Record<string, string>;
  let server: TestServer;
  let owner: Person;

  beforeAll(async () => {
    s3 = await startS3(kind);
    line = await startFaultProxy(s3.settings.origin, Math.random, () => ['refused'], { keepsHost: true });
    store = createS3Store({ ...s3.settings, prefix: 'voices/' }, QUICK_PATIENCE);
    bucketEnv = { ...s3.environment('voices'), S3_ENDPOINT: line.origin };
    server = await startServer({ ...bucketEnv, RENDITIONS: '1' });
    owner = await signUp(server.origin, 'Owner');
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    store?.close();
    await line?.stop();
    await s3?.stop();
  });

  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of store.list('')) found.push(key);
    return found;
  };
  const keyOf = (name: MediaName): string => `media/${pathOfMedia(name)}`;
  const nameOf = (wav: Uint8Array): MediaName => ({
    sha256: createHash('sha256').update(wav).digest('hex'),
    extension: 'wav',
  });
  const tool = async (name: 'backup' | 'verify-media', args: readonly string[]): Promise<ToolRun> =>
    runTool(name, args, { ...(await testEnvironment(server.dataDir)), ...bucketEnv });

  /** Makes a place with a sound of its own. */
  async function drop(wav = sound()): Promise<{ placeId: PlaceId; wav: Uint8Array; link: string }> {
    const mapId = await makeParcours(server.origin, owner);
    const placeId = await makePlace(server.origin, owner, mapId);
    const { link } = await upload(server.origin, owner, placeId, new Blob([wav]));
    return { placeId, wav, link };
  }

  test('keeps recordings, waveforms, renditions and pictures there, and nothing but the arriving here', async () => {
    const { placeId, wav } = await drop();
    const media = await renditionMade(server.origin, owner, placeId);
    await waveformsTaken(server.dataDir);
    const { imageUrl } = await call(
      server.origin,
      'uploadProfileImage',
      { fields: {}, file: pictureFile() },
      owner.token,
    );
    const { sha256 } = nameOf(wav);
    const image = /[0-9a-f]{64}/.exec(imageUrl)?.[0] ?? '';
    expect(await keys()).toEqual(
      [
        keyOf({ sha256, extension: 'wav' }),
        keyOf({ sha256, extension: 'dat' }),
        keyOf({ sha256, extension: 'm4a' }),
        keyOf({ sha256: image, extension: 'webp' }),
      ].sort(),
    );
    for (const [link, type] of [
      [media.link, 'audio/wav'],
      [media.rendition.link, 'audio/mp4'],
      [imageUrl, 'image/webp'],
    ] as const) {
      const response = await fetch(server.origin + link);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type]);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    expect(await readdir(server.dataDir)).not.toContain('media');
    expect(await readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);
  });

  test('deletes what nothing plays any more, and keeps what another place plays', async () => {
    const [only, shared] = [await drop(), await drop()];
    const { placeId } = await drop(new Uint8Array(shared.wav));
    await upload(server.origin, owner, only.placeId, new Blob([sound()]));
    await upload(server.origin, owner, placeId, new Blob([sound()]));
    const left = await keys();
    expect(left).not.toContain(keyOf(nameOf(only.wav)));
    expect(left).toContain(keyOf(nameOf(shared.wav)));
  });

  test('says that a file is gone, is not ready without it, and tells the operator', async () => {
    const { wav, link } = await drop();
    await store.remove(keyOf(nameOf(wav)));
    const [lost, ranged] = [
      await fetch(server.origin + link),
      await fetch(server.origin + link, { headers: { Range: 'bytes=0-9' } }),
    ];
    expect([lost.status, ranged.status]).toEqual([404, 404]);
    expect(lost.headers.get('ETag')).not.toContain(nameOf(wav).sha256);
    expect(lost.headers.get('Cache-Control')).toBe('no-store');
    expect(await lost.json()).toMatchObject({ error: { message: 'This media file is gone' } });
    await store.put('media/note.txt', Buffer.from('not ours'));
    const verified = await tool('verify-media', []);
    expect(verified.code).toBe(1);
    expect(verified.output).toContain(`missing   ${pathOfMedia(nameOf(wav))}\norphaned  note.txt\n`);
    expect(verified.output).toContain(' 1 missing, 1 orphaned, 0 changed');
    await store.remove('media/note.txt');
    await store.put(keyOf(nameOf(wav)), wav);
    expect(await tool('verify-media', [])).toMatchObject({ code: 0 });
  });

  test('has nothing played, taken or lost while the store does not answer, and goes on once it does', async () => {
    const { link, wav } = await drop();
    const placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
    const next = new Blob([sound()]);
    line.share = 1;
    try {
      const [played, refused, notReady] = await Promise.all([
        fetch(server.origin + link),
        upload(server.origin, owner, placeId, next).catch((error: unknown) => error),
        (async () => {
          server.advance(READINESS_KEPT_MS);
          return fetch(`${server.origin}/readyz`);
        })(),
      ]);
      expect([played.status, played.headers.get('Retry-After')]).toEqual([503, '10']);
      expect(await played.json()).toMatchObject({
        error: { code: 'internal', message: expect.stringContaining('store') },
      });
      expect(refused).toMatchObject({ status: 503 });
      expect([notReady.status, await notReady.json()]).toMatchObject([503, { checks: { files: 'failed' } }]);
      expect((await call(server.origin, 'readPlace', { params: { placeId } }, owner.token)).media_data).toBeNull();
    } finally {
      line.share = 0;
    }
    await until(async () => expect(await readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]));
    expect((await fetch(server.origin + link)).status).toBe(200);
    expect(await (await fetch(server.origin + link)).bytes()).toEqual(new Uint8Array(wav));
    const media = await upload(server.origin, owner, placeId, next);
    expect((await fetch(server.origin + media.link)).status).toBe(200);
    server.advance(READINESS_KEPT_MS);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  });

  test('gives everybody their sounds, and names them to the operator by their address', async () => {
    const { wav, placeId } = await drop();
    const { link } = await call(server.origin, 'requestExport', {}, owner.token);
    const files = await unzip(Buffer.from(await (await fetch(server.origin + link)).arrayBuffer()));
    expect([...files.values()].some((file) => file.equals(wav))).toBe(true);
    const file = join(server.dataDir, 'export.zip');
    expect(await runAdmin(server.dataDir, ['export', owner.email, file], bucketEnv)).toMatchObject({ code: 0 });
    expect((await stat(file)).size).toBeGreaterThan(wav.length);
    line.share = 1;
    const failed = await runAdmin(server.dataDir, ['export', owner.email, `${file}.none`], bucketEnv);
    line.share = 0;
    expect(failed).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The store could not be reached for .*\n$/),
    });
    const mapId = (await call(server.origin, 'readPlace', { params: { placeId } }, owner.token)).map.id;
    const opened = await runAdmin(server.dataDir, ['open', String(mapId)], bucketEnv);
    expect(opened.output).toContain(`s3://${s3.settings.bucket}/voices/${keyOf(nameOf(wav))}`);
  });

  test('is backed up to a folder that a server without a bucket starts on, and the second back-up asks for no file', async () => {
    const { link, wav } = await drop();
    await waveformsTaken(server.dataDir);
    const backups = await mkdtemp(join(tmpdir(), 'drop-ici-backups-'));
    const first = await tool('backup', [backups]);
    expect([first.code, first.errors]).toEqual([0, '']);
    await until(async () => {
      const before = line.asked.length;
      expect((await tool('backup', [backups])).output).toContain(' 0 of them new');
      expect(line.asked.slice(before).filter((path) => /\/media\/[0-9a-f]{2}\//.test(path))).toEqual([]);
    }, 60_000);
    const [folder = ''] = (await readdir(backups)).sort();
    expect(await runTool('verify-media', [join(backups, folder)], {})).toMatchObject({ code: 0 });
    // A back-up has its database in a file.
    const restored = await startServer({ DATABASE_URL: '' }, (dataDir) =>
      cp(join(backups, folder), dataDir, { recursive: true }),
    );
    expect(await (await fetch(restored.origin + link)).bytes()).toEqual(new Uint8Array(wav));
    await restored.stop();
    await rm(backups, { recursive: true });
  });

  test('stores a recording anew of which a killed server had sent but a part', async () => {
    const wav = sound();
    await store.put(keyOf(nameOf(wav)), wav.subarray(0, 1000));
    const { link } = await drop(wav);
    expect(await (await fetch(server.origin + link)).bytes()).toEqual(wav);
  });

  test('erases an account though the store does not answer, and the rest of it once it does', async () => {
    const person = await signUp(server.origin, `Erased ${kind}`);
    const placeId = await makePlace(server.origin, person, await makeParcours(server.origin, person));
    const wav = sound();
    await upload(server.origin, person, placeId, new Blob([wav]));
    await waveformsTaken(server.dataDir);
    line.share = 1;
    await erase(server, person, 'delete').finally(() => {
      line.share = 0;
    });
    expect(await keys()).toContain(keyOf(nameOf(wav)));
    await server.restart();
    await until(async () => expect(await keys()).not.toContain(keyOf(nameOf(wav))), 30_000);
    expect((await keys()).filter((key) => key.startsWith(`erased/${person.user.id}/`))).toHaveLength(1);
  });

  test('deletes after its start what a crash left without a row, and nothing beside its own keys', async () => {
    const { wav } = await drop();
    const orphan = sound();
    await store.put(keyOf(nameOf(orphan)), orphan);
    await store.put('uploads/1/0', orphan);
    const other = createS3Store({ ...s3.settings, prefix: 'other/' }, QUICK_PATIENCE);
    await other.put(keyOf(nameOf(orphan)), orphan);
    await server.restart();
    await until(async () => expect(await keys()).not.toContain(keyOf(nameOf(orphan))), 30_000);
    expect(await keys()).toEqual(expect.arrayContaining([keyOf(nameOf(wav)), 'uploads/1/0']));
    expect(await other.head(keyOf(nameOf(orphan)))).toBeDefined();
    await store.remove('uploads/1/0');
    other.close();
  });

  test('sends listeners to the bucket where MEDIA_REDIRECT says so, as long as they may hear', async () => {
    await server.restart({ MEDIA_REDIRECT: '1' });
    try {
      const person = await signUp(server.origin, `Redirected ${kind}`);
      const placeId = await makePlace(server.origin, person, await makeParcours(server.origin, person));
      const wav = sound();
      const { link } = await upload(server.origin, person, placeId, new Blob([wav]));
      const sent = await fetch(server.origin + link, { redirect: 'manual' });
      const address = sent.headers.get('Location') ?? '';
      expect([sent.status, new URL(address).origin]).toEqual([307, line.origin]);
      const keptS = Number(/^private, max-age=(\d+)$/.exec(sent.headers.get('Cache-Control') ?? '')?.[1]);
      expect(keptS).toBeLessThanOrEqual(3600);
      const again = await fetch(server.origin + link, { redirect: 'manual' });
      // The same address all hour long, so that browsers find in their cache what they got by it.
      if (keptS > 60) expect(again.headers.get('Location')).toBe(address);
      const played = await fetch(server.origin + link, { headers: { Range: 'bytes=10-19' } });
      expect([played.status, played.headers.get('Content-Type')]).toEqual([206, 'audio/wav']);
      expect(played.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
      expect(await played.bytes()).toEqual(wav.subarray(10, 20));
      const head = await fetch(server.origin + link, { method: 'HEAD', redirect: 'manual' });
      expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(wav.length)]);
      const policy = (await fetch(`${server.origin}/healthz`)).headers.get('Content-Security-Policy') ?? '';
      for (const directive of ['media-src', 'connect-src']) {
        expect(policy).toMatch(new RegExp(`${directive}[^;]* ${line.origin}`));
      }
      await call(server.origin, 'logout', {}, person.token);
      expect((await fetch(server.origin + link)).status).toBe(403);
    } finally {
      await server.restart({ MEDIA_REDIRECT: '0' });
    }
  });

  test('does not start where the bucket can’t be used, and says why without the secret', async () => {
    const start = (env: Record<string, string>) => startServer({ ...bucketEnv, ...env });
    const failure = await start({ AWS_SECRET_ACCESS_KEY: 'a wrong secret' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'MediaStoreError',
      message: expect.stringMatching(/^Cannot keep media in s3:\/\/.*\/voices \(MEDIA_STORE\): The store answered 403/),
    });
    expect(String(failure)).not.toContain('a wrong secret');
    await expect(start({ MEDIA_STORE: 's3://no-such-bucket' })).rejects.toThrow(
      /\(MEDIA_STORE\): The store answered 404/,
    );
  });
});
