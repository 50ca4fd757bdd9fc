import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { noteMoved } from '../../server/cluster/move-records.ts';
import { createS3Store } from '../../server/cluster/s3-store.ts';
import { putEmptyDatabase } from '../support/database/test-database.ts';
import { startMailServer } from '../support/network/mail-server.ts';
import { startS3 } from '../support/s3/s3-servers.ts';
import { runTool, runToolProcess } from '../support/server/run-tool.ts';
import { startServer, TEST_SECRET } from '../support/server/server.ts';
import { makeFolder } from '../support/test-folder.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeFolder();
});

/** The result of a check: the line of each part by the part's name, and the exit code. */
async function check(env: Readonly<Record<string, string>>, ...args: string[]) {
  const all = { DATA_DIR: dataDir, DISK_RESERVE_BYTES: '0', DEMO: '0', ...env };
  const { code, output, errors } = await runTool('check-config', args, all);
  const lines = output.trim().split('\n');
  const told = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(': ')), line]));
  expect(`${output}${errors}`).not.toMatch(/hunter2| {4}at |undefined/);
  return { code, told, lines, errors };
}

/** Returns every file below a folder with the hash of its content. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  return Object.fromEntries(await Promise.all(files.sort().map(async (path) => [path, await hash(path)] as const)));
}

describe('the configuration check', () => {
  test('reports each part as ok in a line, during and after a server’s run, and changes nothing', async () => {
    const server = await startServer();
    const env = { DATA_DIR: server.dataDir, SECRET: TEST_SECRET, PUBLIC_URL: 'https://drop.example' };
    let result = await check(env);
    expect([result.code, result.errors]).toEqual([0, '']);
    expect(Object.keys(result.told)).toEqual(['settings', 'disk', 'store', 'database', 'mail', 'map archive']);
    expect(result.lines.filter((line) => !/^[\w ]+: ok \(/.test(line))).toEqual([]);
    await server.restart({}, async () => {
      const before = await contentOf(server.dataDir);
      result = await check(env);
      expect(result.code).toBe(0);
      expect(await contentOf(server.dataDir)).toEqual(before);
    });
    await server.stop();
  });

  test('accepts a data folder that does not exist yet, and does not create it', async () => {
    const { code, told } = await check({ DATA_DIR: join(dataDir, 'a/b') });
    expect(code).toBe(0);
    expect(told.disk).toContain('which the first start makes');
    expect(told.database).toContain('the first start makes them');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('reports all faults of the settings at once, and tries nothing with them', async () => {
    const { code, lines } = await check({ PORT: 'http', DATABSE_URL: 'postgres://a:hunter2@b/c' });
    expect([code, lines]).toEqual([
      1,
      [
        'settings: PORT: got "http", expected a number from 0 to 65535',
        'settings: SECRET: got nothing, expected the one that all servers on DATABASE_URL share',
        'settings: DATABSE_URL: there is no such setting; did you mean DATABASE_URL? Rename it, or unset it',
        'The rest is tried once the settings are right',
      ],
    ]);
  });

  test('reports a failing disk, database, store, mail server and map, each with advice', async () => {
    await writeFile(join(dataDir, 'a-file'), '');
    const { code, told } = await check({
      DATA_DIR: join(dataDir, 'a-file/data'),
      DATABASE_URL: 'postgres://us:hunter2@127.0.0.1:9/guide',
      SECRET: 's'.repeat(32),
      MEDIA_STORE: 's3://voices',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'us',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
      SMTP_URL: 'smtp://us:hunter2@127.0.0.1:9',
      MAIL_FROM: 'bonjour@drop.example',
      PUBLIC_URL: 'https://drop.example',
      MAP_PMTILES: join(dataDir, 'paris.pmtiles'),
    });
    expect(code).toBe(1);
    expect(told.settings).toContain(': ok (');
    expect(told.disk).toMatch(/a-file.* \(DATA_DIR\): .*it is a file, or leads through one\. Name a folder/);
    expect(told.database).toMatch(/\(DATABASE_URL\): .*ECONNREFUSED.*Check host and port/);
    expect(told.store).toMatch(/s3:\/\/voices \(MEDIA_STORE\): .*Check S3_ENDPOINT/);
    expect(told.mail).toMatch(/127\.0\.0\.1:9 \(SMTP_URL\): .*Check host and port in SMTP_URL/);
    expect(told['map archive']).toMatch(/paris\.pmtiles \(MAP_PMTILES\): there is no such file\. Correct the path/);
  });

  test('reports where a move has taken the data of the folder', async () => {
    await noteMoved(dataDir, { database: { to: 'postgres://db.example/city', at: '2026-05-01T08:00:00.000Z' } });
    const { code, told } = await check({});
    expect(code).toBe(1);
    expect(told.disk).toContain('postgres://db.example/city');
  });

  test('refuses a disk with less free space than the reserve', async () => {
    const { code, told } = await check({ DISK_RESERVE_BYTES: '900000000000000' });
    expect([code, told.disk]).toEqual([1, expect.stringMatching(/DATA_DIR.*DISK_RESERVE_BYTES.*Free some/)]);
  });

  test('reports a different and a missing secret as a start does, and changes nothing', async () => {
    const server = await startServer({ SECRET: '' });
    onTestFinished(server.stop);
    const env = { DATA_DIR: server.dataDir };
    expect((await check(env)).code).toBe(0);
    await server.restart({}, async () => {
      const before = await contentOf(server.dataDir);
      const secret = await readFile(join(server.dataDir, 'secret'), 'utf8');
      const other = await check({ ...env, SECRET: 'another secret, longer than 32 bytes' });
      expect([other.code, other.told.database]).toEqual([1, expect.stringMatching(/^database: SECRET is not the one/)]);
      await rm(join(server.dataDir, 'secret'));
      expect((await check(env)).told.database).toMatch(/^database: SECRET is not the one/);
      await writeFile(join(server.dataDir, 'secret'), secret, { mode: 0o600 });
      expect(await contentOf(server.dataDir)).toEqual(before);
    });
  });

  test('refuses a copied database beside the files of the live one', async () => {
    const live = await startServer();
    onTestFinished(live.stop);
    const copy = join(dataDir, 'copy');
    await live.restart({}, () => cp(live.dataDir, copy, { recursive: true }));
    await live.restart();
    await rm(join(copy, 'media'), { recursive: true });
    await cp(join(live.dataDir, 'media'), join(copy, 'media'), { recursive: true });
    const { code, told } = await check({ DATA_DIR: copy });
    expect([code, told.database]).toEqual([1, expect.stringMatching(/belong to another database.*--adopt/)]);
  });

  test('sends a test mail to the given address, and reports a refusal by the mail server', async () => {
    const [mailServer, refusing] = [await startMailServer(), await startMailServer({ refuses: true })];
    onTestFinished(mailServer.stop);
    onTestFinished(refusing.stop);
    expect((await check(mailServer.env)).told.mail).toContain('ok');
    expect(mailServer.mails).toEqual([]);
    expect((await check(mailServer.env, '--mail', 'ana@example.org')).code).toBe(0);
    const [mail] = await mailServer.mailsTo('ana@example.org');
    expect(mail).toMatchObject({ subject: 'Drop ici : courrier d’essai', from: 'bonjour@drop.example' });
    const refused = await check(refusing.env, '--mail', 'ana@example.org');
    expect(refused).toMatchObject({ code: 1, told: { mail: expect.stringContaining('MAIL_FROM must be an address') } });
    expect((await check({}, '--mail', 'ana@example.org')).told.mail).toContain('set SMTP_URL');
    for (const args of [['--mail'], ['--mail', 'nobody'], ['--male', 'ana@example.org'], ['ana@example.org']]) {
      expect(await check({}, ...args)).toMatchObject({ code: 2, errors: expect.stringContaining('Usage:') });
    }
  });

  test('tries a bucket, leaves nothing in it, and explains a wrong name or key', async () => {
    const s3 = await startS3();
    onTestFinished(s3.stop);
    await putEmptyDatabase(dataDir);
    const env = s3.environment('voices');
    expect((await check(env)).told).toMatchObject({
      store: `store: ok (s3://${s3.settings.bucket}/voices at ${s3.settings.origin})`,
    });
    const store = createS3Store(s3.settings);
    for await (const { key } of store.list('')) expect(key).toBe('nothing');
    store.close();
    const none = await check({ ...env, MEDIA_STORE: 's3://no-such-bucket' });
    expect(none).toMatchObject({ code: 1, told: { store: expect.stringContaining('Make the bucket first') } });
    const key = await check({ ...env, AWS_SECRET_ACCESS_KEY: 'hunter2' });
    expect(key).toMatchObject({ code: 1, told: { store: expect.stringContaining('Check AWS_ACCESS_KEY_ID') } });
  });

  test('runs as a process whose exit code is its result', async () => {
    const env = { DATA_DIR: dataDir, PORT: 'http' };
    const output = expect.stringMatching(/^settings: PORT: got "http"/);
    expect(await runToolProcess('check-config', [], env)).toMatchObject({ code: 1, output, errors: '' });
  });
});
