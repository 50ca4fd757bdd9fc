import { cp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import { READINESS_CACHED_MS } from '../../../server/domain/upkeep/readiness.ts';
import { ORPHAN_MS } from '../../../server/domain/upkeep/sweep.ts';
import { pathOfMedia } from '../../../server/store/files.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { testEnvironment } from '../../support/database/test-database.ts';
import { unzip } from '../../support/formats/zip.ts';
import { renditionMade } from '../../support/renditions/made.ts';
import { erase } from '../../support/rights/erase.ts';
import { type BucketServer, keyOf, nameOf, sound, startBucketServer } from '../../support/s3/bucket-server.ts';
import { describeOnS3 } from '../../support/s3/describe-s3.ts';
import { TEST_PATIENCE } from '../../support/s3/s3-servers.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, makePlace, signUp, upload } from '../../support/server/people.ts';
import { runAdmin, runTool, type ToolRun } from '../../support/server/run-tool.ts';
import { startServer } from '../../support/server/server.ts';
import { makeFolder } from '../../support/test-folder.ts';
import { until } from '../../support/until.ts';

describeOnS3('the media of a server in a bucket', () => {
  let bucket: BucketServer;
  beforeAll(async () => {
    bucket = await startBucketServer();
  });
  afterAll(() => bucket?.stop());

  const tool = async (name: 'backup' | 'verify-media', args: readonly string[]): Promise<ToolRun> =>
    runTool(name, args, { ...(await testEnvironment(bucket.server.dataDir)), ...bucket.env });

  test('deletes files that no place plays any longer, and keeps those that another place plays', async () => {
    const { server, owner } = bucket;
    const [only, shared] = [await bucket.drop(), await bucket.drop()];
    const { placeId } = await bucket.drop(new Uint8Array(shared.wav));
    for (const id of [only.placeId, placeId]) {
      await call(server.origin, 'deletePlace', { params: { placeId: id } }, owner.token);
      await call(server.origin, 'purgePlace', { params: { placeId: id } }, owner.token);
    }
    const left = await bucket.keys();
    expect(left).not.toContain(keyOf(nameOf(only.wav)));
    expect(left).toContain(keyOf(nameOf(shared.wav)));
  });

  test('plays, takes and loses nothing while the store is silent, and continues after that', async () => {
    const { server, owner, line } = bucket;
    const { link, wav, placeId: spoken } = await bucket.drop();
    // The last to get one: a file that is no longer needed couldn't be deleted during the silence.
    await renditionMade(server.origin, owner, spoken);
    const placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
    const next = new Blob([sound()]);
    await waveformsTaken(server.dataDir);
    line.share = 1;
    try {
      const [played, refused, notReady] = await Promise.all([
        fetch(server.origin + link),
        upload(server.origin, owner, placeId, next).catch((error: unknown) => error),
        (async () => {
          server.advance(READINESS_CACHED_MS);
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
    expect(nameOf(await (await fetch(server.origin + link)).bytes())).toEqual(nameOf(wav));
    const media = await upload(server.origin, owner, placeId, next);
    expect((await fetch(server.origin + media.link)).status).toBe(200);
    server.advance(READINESS_CACHED_MS);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  });

  test('reports a missing file to listener and operator, and is not ready without it', async () => {
    const { server, owner, store } = bucket;
    const { wav, link, placeId } = await bucket.drop();
    // A file made of it has no row for a moment.
    await renditionMade(server.origin, owner, placeId);
    await waveformsTaken(server.dataDir);
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
    expect(verified.output).toContain(`missing   ${pathOfMedia(nameOf(wav))}\n`);
    expect(verified.output).toContain('orphaned  note.txt\n');
    // A rendition may be arriving; its row follows its file.
    expect(verified.output).toMatch(/ 1 missing, [12] orphaned, 0 changed/);
    await store.remove('media/note.txt');
    await store.put(keyOf(nameOf(wav)), wav);
    expect(await tool('verify-media', [])).toMatchObject({ code: 0 });
  });

  test('stores a recording anew if a killed server had sent only a part of it', async () => {
    const { server, store } = bucket;
    const wav = sound();
    await store.put(keyOf(nameOf(wav)), wav.subarray(0, 1000));
    const { link } = await bucket.drop(wav);
    expect(nameOf(await (await fetch(server.origin + link)).bytes())).toEqual(nameOf(wav));
  });

  test('erases an account while the store is silent, and its files once the store answers', async () => {
    const { server, line } = bucket;
    const person = await signUp(server.origin, 'Erased');
    const { wav } = await bucket.drop(sound(), person);
    await waveformsTaken(server.dataDir);
    line.share = 1;
    await erase(server, person, 'delete').finally(() => {
      line.share = 0;
    });
    expect(await bucket.keys()).toContain(keyOf(nameOf(wav)));
    await server.restart();
    await until(async () => expect(await bucket.keys()).not.toContain(keyOf(nameOf(wav))));
    expect((await bucket.keys()).filter((key) => key.startsWith(`erased/${person.user.id}/`))).toHaveLength(1);
  });

  test('exports a parcours, and makes another one of it', async () => {
    const { server, owner } = bucket;
    const { wav, placeId } = await bucket.drop();
    const { map } = await call(server.origin, 'readPlace', { params: { placeId } }, owner.token);
    const input = { params: { mapId: map.id }, body: { format: 'zip' as const } };
    const { link } = await call(server.origin, 'exportParcours', input, owner.token);
    const zip = Buffer.from(await (await fetch(server.origin + link)).arrayBuffer());
    expect([...(await unzip(zip)).values()].some((file) => file.equals(wav))).toBe(true);
    const upload = { fields: {}, file: new Blob([zip]) };
    const { newParcours } = await call(server.origin, 'importParcours', upload, owner.token);
    const listed = { body: { mapIds: [newParcours.id] } };
    const { places } = await call(server.origin, 'listPlaces', listed, owner.token);
    const played = await fetch(server.origin + (places.at(-1)?.media?.data.link ?? ''));
    expect(Buffer.from(await played.arrayBuffer()).equals(wav)).toBe(true);
  });

  test('exports everybody’s sounds, and names their addresses to the operator', async () => {
    const { server, owner, line, s3 } = bucket;
    const { wav, placeId } = await bucket.drop();
    const { link } = await call(server.origin, 'requestExport', {}, owner.token);
    const files = await unzip(Buffer.from(await (await fetch(server.origin + link)).arrayBuffer()));
    expect([...files.values()].some((file) => file.equals(wav))).toBe(true);
    const file = join(server.dataDir, 'export.zip');
    expect(await runAdmin(server.dataDir, ['export', owner.email, file], bucket.env)).toMatchObject({ code: 0 });
    expect((await stat(file)).size).toBeGreaterThan(wav.length);
    await waveformsTaken(server.dataDir);
    line.share = 1;
    const failed = await runAdmin(server.dataDir, ['export', owner.email, `${file}.none`], bucket.env);
    line.share = 0;
    expect(failed).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The store could not be reached for .*\n$/),
    });
    const parcoursId = (await call(server.origin, 'readPlace', { params: { placeId } }, owner.token)).map.id;
    const opened = await runAdmin(server.dataDir, ['open', String(parcoursId)], bucket.env);
    expect(opened.output).toContain(`s3://${s3.settings.bucket}/voices/${keyOf(nameOf(wav))}`);
  });

  test('is backed up to a folder that starts without a bucket; a second back-up fetches no file', async () => {
    const { server, line } = bucket;
    const { link, wav } = await bucket.drop();
    await waveformsTaken(server.dataDir);
    const backups = await makeFolder();
    const first = await tool('backup', [backups]);
    expect([first.code, first.errors]).toEqual([0, '']);
    await until(async () => {
      const before = line.asked.length;
      expect((await tool('backup', [backups])).output).toContain(' 0 of them new');
      expect(line.asked.slice(before).filter((path) => /\/media\/[0-9a-f]{2}\//.test(path))).toEqual([]);
    });
    const [folder = ''] = (await readdir(backups)).sort();
    expect(await runTool('verify-media', [join(backups, folder)], {})).toMatchObject({ code: 0 });
    // A back-up has its database in a file.
    const restored = await startServer({ DATABASE_URL: '' }, (dataDir) =>
      cp(join(backups, folder), dataDir, { recursive: true }),
    );
    expect(nameOf(await (await fetch(restored.origin + link)).bytes())).toEqual(nameOf(wav));
    await restored.stop();
  });

  test('is refused to a server on a back-up of its database, and nothing in it is deleted', async () => {
    const { server } = bucket;
    const backups = await makeFolder();
    await tool('backup', [backups]);
    const [folder = ''] = await readdir(backups);
    await bucket.drop();
    await waveformsTaken(server.dataDir);
    const before = await bucket.keys();
    const started = startServer({ DATABASE_URL: '', ...bucket.env }, (dataDir) =>
      cp(join(backups, folder), dataDir, { recursive: true }),
    );
    await expect(started).rejects.toThrow(/another database.*s3:\/\/.*--adopt/s);
    // A rendition may have arrived meanwhile.
    expect(await bucket.keys()).toEqual(expect.arrayContaining(before));
    server.advance(READINESS_CACHED_MS);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  });

  test('is not ready after another database has taken over its files', async () => {
    const { server, store } = bucket;
    const mark = await text((await store.get('owner.json'))?.stream ?? Readable.from([]));
    await store.put('owner.json', Buffer.from(JSON.stringify({ ...JSON.parse(mark), owner: 'another' })));
    server.advance(READINESS_CACHED_MS);
    const notReady = await fetch(`${server.origin}/readyz`);
    expect([notReady.status, await notReady.json()]).toMatchObject([503, { checks: { files: 'failed' } }]);
    await store.put('owner.json', Buffer.from(mark));
  });

  test('sets files without a row aside after a day, and touches only its own keys', async () => {
    const { server, s3, store } = bucket;
    const { wav } = await bucket.drop();
    const orphan = sound();
    await store.put(keyOf(nameOf(orphan)), orphan);
    await store.put('uploads/1/0', orphan);
    const other = createS3Store({ ...s3.settings, prefix: 'other/' }, TEST_PATIENCE);
    await other.put(keyOf(nameOf(orphan)), orphan);
    const asideKey = `aside/${pathOfMedia(nameOf(orphan))}`;
    await server.restart();
    // The first sweep must have ended.
    await server.restart({}, async () => server.advance(ORPHAN_MS));
    await until(async () => expect(await bucket.keys()).not.toContain(keyOf(nameOf(orphan))));
    expect(nameOf(await buffer((await store.get(asideKey))?.stream ?? Readable.from([])))).toEqual(nameOf(orphan));
    expect(await bucket.keys()).toEqual(expect.arrayContaining([keyOf(nameOf(wav)), 'uploads/1/0']));
    expect(await other.head(keyOf(nameOf(orphan)))).toBeDefined();
    other.close();
  });
});
