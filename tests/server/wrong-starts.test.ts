import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, type Server as Listener, createServer as listenFor } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { noteMoved } from '../../server/cluster/move-records.ts';
import { readConfig } from '../../server/config.ts';
import { describeFailure } from '../../server/describe-failure.ts';
import { createLog } from '../../server/log.ts';
import { serve } from '../../server/serve.ts';
import { OPERATOR_ERRORS } from '../../server/start-errors.ts';
import { asDataDirError } from '../../server/store/data-dir.ts';
import { DATABASE_FILE } from '../../server/store/database.ts';
import { openEmptyFile } from '../support/database/test-database.ts';
import { runTool } from '../support/server/run-tool.ts';
import { TEST_SECRET } from '../support/server/server.ts';
import { makeFolder } from '../support/test-folder.ts';

const BACKUP = '2026-11-25T03-30-00-000Z';
const KEYS = { AWS_ACCESS_KEY_ID: 'us', AWS_SECRET_ACCESS_KEY: 'hunter2' };

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await makeFolder();
  dataDir = join(folder, 'data');
  await mkdir(dataDir);
});

type Env = Readonly<Record<string, string>>;

describe('a wrong start changes nothing, and its message says what to do:', () => {
  const starts: Readonly<Record<string, readonly [prepare: () => Promise<Env>, told: RegExp]>> = {
    'a web site’s folder': [
      () => put(['index.html', 'img/a.png']),
      /something else in it \(img, index\.html\)\. Name a/,
    ],
    'a program’s folder': [
      () => put(['package.json', 'a/b', 'c/d', 'dist/e']),
      /\(a, c, dist, \.\.\.\)\. Name a folder for this/,
    ],
    'the root of a disk': [() => put(['bin/sh', 'media/usb', 'etc/passwd']), /something else in it \(bin, etc\)/],
    'the folder of the back-ups': [
      () => put([`${BACKUP}/${DATABASE_FILE}`]),
      /1 back-ups in it.*copy what is in one of them/,
    ],
    'the folder of the files': [() => put(['ab/abcd.wav', '.owner']), /something else in it \(ab\)/],
    'the files of a back-up without its database': [() => put(['media/ab/abcd.wav']), /no database .*one back-up/],
    'DATABASE_URL left out': [() => put(['holder']), /a server has run on it, but no database .*Set DATABASE_URL/],
    'the database of a back-up beside the live files': [
      async () => {
        await (await openEmptyFile(dataDir)).close();
        return put(['media/.owner'], JSON.stringify({ owner: 'another' }));
      },
      /belong to another database.*Restore a back-up as a whole.*npm run move.*--adopt/,
    ],
    'a database that does not encrypt': [
      async () =>
        database(
          `127.0.0.1:${await listen((socket) => socket.once('data', () => socket.end('N')))}/a?sslmode=verify-full`,
        ),
      /\(DATABASE_URL\): .*does not support SSL.*Check sslmode/,
    ],
    'a server that answers the encryption request with something else': [
      async () =>
        database(
          `127.0.0.1:${await listen((socket) => socket.once('data', () => socket.end('SHTTP/1.1 400')))}/a?sslmode=verify-full`,
        ),
      /\(DATABASE_URL\): .*Check sslmode/,
    ],
    'an invalid port': [async () => database('127.0.0.1/a?port=abc'), /\(DATABASE_URL\): .*Correct the port/],
    'the folder of data that were moved': [
      async () => {
        await (await openEmptyFile(dataDir)).close();
        await noteMoved(dataDir, {
          database: { to: 'postgres://db.example.org/drop_ici', at: '2026-11-26T10:00:00.000Z' },
        });
        return {};
      },
      /was moved: its database to postgres:.*DATABASE_URL/,
    ],
    'a web server in place of a store': [
      async () => ({ ...KEYS, MEDIA_STORE: 's3://voices', S3_ENDPOINT: `http://127.0.0.1:${await refuseAll(405)}` }),
      /\(MEDIA_STORE\): The store answered 405 .*Check that a store that speaks S3 works at S3_ENDPOINT/,
    ],
    'a bucket given by its web address': [
      async () => ({ ...KEYS, MEDIA_STORE: 'https://s3.example.org/voices' }),
      /MEDIA_STORE: got .*expected s3:\/\/ with a bucket/,
    ],
    'a password with unencoded characters in an address': [
      async () => database('us:hunter2/#@127.0.0.1/a'),
      /DATABASE_URL: got \d+ bytes.*%2F for \//,
    ],
    'proxies without commas': [
      async () => ({ TRUST_PROXY: 'loopback 10.0.0.1' }),
      /TRUST_PROXY: got .*'10\.0\.0\.0\/8, ::1'/,
    ],
    'a proxy given by its name': [
      async () => ({ TRUST_PROXY: 'proxy.example.org' }),
      /TRUST_PROXY: got .*or their addresses/,
    ],
    'a size with a unit': [
      async () => ({ UPLOAD_MAX_BYTES: '1GB' }),
      /UPLOAD_MAX_BYTES: got "1GB", expected a number of bytes/,
    ],
    'an address without https': [async () => ({ PUBLIC_URL: 'example.org' }), /PUBLIC_URL: .*'https:\/\/example\.org'/],
  };
  test.each(Object.entries(starts))('%s', async (_what, [prepare, told]) => {
    const env = await prepare();
    const before = await contentOf(folder);
    const failure = await failureOf({ SECRET: TEST_SECRET, ...env });
    // The message alone, as one line.
    const described = describeFailure(failure, OPERATOR_ERRORS);
    expect(described).toEqual(expect.stringMatching(told));
    expect(described).not.toMatch(/hunter2|\n.*\n/);
    // An accepted folder now has a lock as well.
    expect(await contentOf(folder)).toMatchObject(before);
  });
});

test('a start on a port that is taken says which one, and what to do', async () => {
  const port = await listen(() => undefined);
  const failure = await failureOf({ SECRET: TEST_SECRET, HOST: '127.0.0.1', PORT: String(port) });
  expect(describeFailure(failure, OPERATOR_ERRORS)).toMatch(
    new RegExp(`^Cannot listen .*port ${port} .*set another port`),
  );
});

describe('a wrong command changes nothing, and its message says what to do:', () => {
  test.each([
    ['the data folder as the back-up folder', 'backup', ['data'], 'lies in the data folder'],
    [
      'a folder in it, through a link, as the back-up folder',
      'backup',
      ['link/new/folder'],
      'Name a folder on another disk',
    ],
    ['two back-ups to verify', 'verify-media', ['data', 'data'], 'Usage: npm run verify-media'],
    ['an option in place of a back-up', 'verify-media', ['--help'], 'Usage: npm run verify-media'],
  ] as const)('%s', async (_what, tool, names, told) => {
    await (await openEmptyFile(dataDir)).close();
    await symlink(dataDir, join(folder, 'link'));
    const before = await contentOf(folder);
    const args = names.map((name) => (name.startsWith('-') ? name : join(folder, name)));
    expect(await runTool(tool, args, { DATA_DIR: dataDir })).toEqual({
      code: 2,
      output: '',
      errors: expect.stringContaining(told),
    });
    expect(await contentOf(folder)).toEqual(before);
  });

  test('a back-up without DATABASE_URL, after a start without it, saves no empty database', async () => {
    await put(['holder']);
    await failureOf({});
    const { code, errors } = await runTool('backup', [join(folder, 'backups')], { DATA_DIR: dataDir });
    expect([code, errors]).toEqual([2, expect.stringContaining('There is no database')]);
    expect((await runTool('check-config', [], { DATA_DIR: dataDir })).output).toMatch(/^disk: .*Set DATABASE_URL/m);
  });
});

/** Returns the error of a start on the data folder; undefined if it succeeds. */
async function failureOf(env: Env): Promise<unknown> {
  try {
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...env });
    await (await serve(config, createLog('silent'))).close();
    return undefined;
  } catch (error) {
    return asDataDirError(error, dataDir);
  }
}

/** Writes files into the data folder, each with its name as content by default. Returns no setting. */
async function put(files: readonly string[], content?: string): Promise<Env> {
  for (const name of files) {
    await mkdir(join(dataDir, name, '..'), { recursive: true });
    await writeFile(join(dataDir, name), content ?? name);
  }
  return {};
}

const database = (rest: string): Env => ({ DATABASE_URL: `postgres://${rest}` });

/** Starts a listener, closes it when the test ends, and returns its port. */
async function portOf(listener: Listener | Server): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  return (listener.address() as AddressInfo).port;
}

const listen = (onSocket: Parameters<typeof listenFor>[1]): Promise<number> => portOf(listenFor(onSocket));

const refuseAll = (status: number): Promise<number> =>
  portOf(
    createServer((request, response) => {
      request.resume();
      response.writeHead(status, { connection: 'close' }).end();
    }),
  );

/** Returns every file below a folder with the hash of its content. */
async function contentOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await hash(path)] as const)));
}
