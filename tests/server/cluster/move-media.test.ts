import { mkdtemp, readdir, readFile, rm, symlink, truncate, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UserId } from '../../../contracts/vocabulary.ts';
import { createErasedObjects } from '../../../server/cluster/bucket-erasures.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import { DATABASE_FILE } from '../../../server/store/database.ts';
import { createErasedFile, ERASED_FILE } from '../../../server/store/erasures.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { testEnvironment } from '../../support/database/test-database.ts';
import { type S3Server, startS3 } from '../../support/s3/s3-servers.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { runTool, type ToolRun } from '../../support/server/run-tool.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { makeFolder } from '../../support/test-folder.ts';

let s3: S3Server;
let server: TestServer;
let owner: Person;
/** A folder with the server's data but not its lock: a move takes five seconds to detect a running server. */
let unserved: string;
beforeAll(async () => {
  [s3, server] = [await startS3(), await startServer()];
  owner = await signUp(server.origin, 'Owner');
  unserved = await mkdtemp(join(tmpdir(), 'drop-ici-unserved-'));
  for (const name of ['media', DATABASE_FILE, ERASED_FILE]) {
    await symlink(join(server.dataDir, name), join(unserved, name));
  }
});
afterAll(async () => {
  await rm(unserved, { recursive: true });
  await server.stop();
  await s3.stop();
});

let runs = 0;
let prefix: string;
beforeEach(() => {
  prefix = `run-${++runs}/`;
});

/** Uploads a story to a new place, waits for its waveform, and returns its file name. */
async function tell(sample: number): Promise<string> {
  const place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  const { link } = await upload(server.origin, owner, place, new Blob([wavOf(new Int16Array(3000).fill(sample))]));
  await waveformsTaken(server.dataDir);
  return /[0-9a-f]{64}\.wav/.exec(link)?.[0] ?? '';
}

async function move(env: Readonly<Record<string, string>> = {}): Promise<ToolRun> {
  const { MEDIA_STORE: media = '', ...bucket } = s3.environment(prefix);
  const database = await testEnvironment(server.dataDir);
  return runTool('move', ['--media', media], { ...database, DATA_DIR: unserved, ...bucket, ...env });
}

const pathOf = (name: string): string => join(server.dataDir, 'media', name.slice(0, 2), name);

test('each file is stored in the bucket once, and the folder keeps its files', async () => {
  await tell(1);
  const before = await readdir(join(server.dataDir, 'media'), { recursive: true });
  const first = await move();
  expect(first).toMatchObject({ code: 0, errors: '' });
  expect(first.output).toMatch(/^2 files in s3:.*: 2 put and read again \(0 MiB\), the rest was there\n/);
  expect(first.output).not.toContain('A server is running');
  await tell(2);
  const second = await move();
  expect(second).toMatchObject({ code: 0, errors: '' });
  expect(second.output).toMatch(/^4 files in s3:.*: 2 put/);
  expect(await readdir(join(server.dataDir, 'media'), { recursive: true })).toEqual(expect.arrayContaining(before));
  const env = { ...(await testEnvironment(server.dataDir)), ...s3.environment(prefix) };
  expect(await runTool('verify-media', [], env)).toMatchObject({ code: 0, output: expect.stringMatching(/^4 sound/) });
});

test('a move beside a running server must be repeated once it is stopped, before any start', async () => {
  const [bucket, fresh] = [s3.environment(prefix), await startServer()];
  try {
    const { MEDIA_STORE: media = '', ...keys } = bucket;
    const env = { ...(await testEnvironment(fresh.dataDir)), ...keys };
    const { code, output } = await runTool('move', ['--media', media], env);
    expect(code).toBe(0);
    expect(output).toContain(`A server is running on ${fresh.dataDir}: stop it, then run this again`);
    await fresh.restart(bucket, async () => {
      const started = startServer({ ...env, ...bucket, DATA_DIR: fresh.dataDir });
      await expect(started).rejects.toThrow(/A move from .* has not brought all files here yet: .*npm run move again/);
      expect(await runTool('move', ['--media', media], env)).toMatchObject({ code: 0, errors: '' });
      const folder = startServer({ ...env, DATA_DIR: fresh.dataDir });
      await expect(folder).rejects.toThrow(/its files to s3:.* Set MEDIA_STORE/);
      const other = ['--media', `${media}-other`];
      const again = await runTool('move', other, env);
      expect(again).toMatchObject({ code: 2, errors: expect.stringMatching(/its files to s3:/) });
    });
  } finally {
    await fresh.stop();
  }
});

test('missing and changed files are named, and the others are moved', async () => {
  const [lost, damaged] = [await tell(3), await tell(4)];
  await unlink(pathOf(lost));
  await truncate(pathOf(damaged), 100);
  const { code, output, errors } = await move();
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    `missing from ${unserved} already: ${lost}`,
    `changed in ${unserved} already, and not moved: ${damaged}`,
  ]);
  expect(output).toMatch(/^6 files in s3:/);
});

test('a file that the bucket has with another size is stored again', async () => {
  const name = await tell(5);
  await move();
  const store = createS3Store({ ...s3.settings, prefix });
  const key = `media/${name.slice(0, 2)}/${name}`;
  await store.put(key, new TextEncoder().encode('cut off'));
  const { output } = await move();
  expect(output).toMatch(/: 1 put and read again/);
  expect((await store.head(key))?.bytes).toBe((await readFile(pathOf(name))).length);
  store.close();
});

test('the list of erased accounts is copied as well', async () => {
  const row = {
    account_id: UserId.parse(77),
    erased_at: '2026-11-24T10:00:00.000Z',
    drops: 'keep',
    parcours_ids: '3,4',
  } as const;
  await createErasedFile(server.dataDir).add(row);
  for (const _run of [1, 2]) expect((await move()).output).toContain('1 erasure noted in s3://');
  const store = createS3Store({ ...s3.settings, prefix });
  const listed = await createErasedObjects(store).list();
  expect(await Promise.all(listed.map(({ read }) => read()))).toEqual([row]);
  store.close();
});

test('a bucket that cannot be used is reported without its key', async () => {
  const folder = await makeFolder();
  const none = await move({ DATA_DIR: folder, DATABASE_URL: '' });
  expect(none).toMatchObject({ code: 2, errors: `There is no database in ${folder} (DATA_DIR)\n` });
  const away = await move({ S3_ENDPOINT: 'http://127.0.0.1:9' });
  expect(away).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringMatching(/^Cannot keep media in s3:.* \(--media\): /),
  });
  const misspelt = await runTool('move', ['--media', 's3://a'], await testEnvironment(server.dataDir));
  expect(misspelt).toMatchObject({ code: 2, errors: expect.stringContaining('--media: got "s3://a", expected s3://') });
  const refused = await move({ AWS_SECRET_ACCESS_KEY: 'another-key-of-nobody' });
  expect(refused.code).toBe(2);
  expect(refused.errors).not.toContain('another-key-of-nobody');
});
