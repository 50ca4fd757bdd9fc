import { existsSync } from 'node:fs';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { createLog } from '../../../server/log.ts';
import { serve } from '../../../server/serve.ts';
import { asDataDirError, DataDirError } from '../../../server/store/data-dir.ts';
import { DATABASE_FILE, DatabaseVersionError } from '../../../server/store/database.ts';
import { openEmptyFile } from '../../support/database/test-database.ts';
import { runTool } from '../../support/server/run-tool.ts';
import { TEST_SECRET } from '../../support/server/server.ts';
import { makeFolder } from '../../support/test-folder.ts';

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await makeFolder();
  dataDir = join(parent, 'data');
});

/** Starts a server on the data folder and returns the error with which it fails. */
async function startFailure(env: Readonly<Record<string, string>> = { SECRET: TEST_SECRET }): Promise<unknown> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...env });
  const error = await serve(config, createLog('silent')).then(
    ({ close }) => close(),
    (cause: unknown) => cause,
  );
  return asDataDirError(error, dataDir);
}

const inFolder = (name: string): string => join(dataDir, name);

describe('a failed start says which path is wrong and what to do', () => {
  const faults: Readonly<Record<string, readonly [make: () => Promise<unknown>, words: (path: string) => string]>> = {
    'a file in place of the data folder': [
      () => writeFile(dataDir, ''),
      () => ': it is a file, or leads through one. Name a folder',
    ],
    'a link to a disk that is not mounted': [
      () => symlink(join(parent, 'nowhere'), dataDir),
      () => ': it leads to a folder that is not there',
    ],
    'a foreign file in place of the database': [
      async () => {
        await mkdir(dataDir);
        await writeFile(inFolder(DATABASE_FILE), 'Dear diary, '.repeat(1000));
      },
      (path) => `${path}/${DATABASE_FILE}: it is damaged, or no database of this service. Keep a copy`,
    ],
    'a truncated database': [
      async () => {
        await mkdir(dataDir);
        await (await openEmptyFile(dataDir)).close();
        await truncate(inFolder(DATABASE_FILE), 5000);
      },
      (path) => `${path}/${DATABASE_FILE}: it is damaged`,
    ],
    'a folder in place of the database': [
      () => mkdir(inFolder(DATABASE_FILE), { recursive: true }),
      (path) => `${path}/${DATABASE_FILE}: it is no file. Move it away`,
    ],
    'a folder in place of the lock': [
      () => mkdir(inFolder('drop-ici.lock'), { recursive: true }),
      (path) => `${path}/drop-ici.lock: it is no file. Move it away`,
    ],
    'a foreign file in place of the lock': [
      async () => {
        await mkdir(dataDir);
        await writeFile(inFolder('drop-ici.lock'), 'Dear diary, '.repeat(1000));
      },
      (path) => `${path}/drop-ici.lock: it is no lock of a server. Delete it`,
    ],
    'a file in place of the media folder': [
      async () => {
        await mkdir(dataDir);
        await writeFile(inFolder('media'), '');
      },
      (path) => `${path}/media: it is a file, or leads through one`,
    ],
  };
  test.each(Object.entries(faults))('%s', async (_, [make, words]) => {
    await make();
    const error = await startFailure();
    expect(error).toBeInstanceOf(DataDirError);
    expect(String(error)).toContain(`Cannot keep data in ${dataDir} (DATA_DIR): `);
    expect(String(error)).toContain(words(dataDir));
    expect(String(error)).not.toMatch(/SQLITE_|\bE[A-Z]{4,}/);
  });

  test.runIf(existsSync('/proc/self'))(
    'an existing or missing folder on a virtual file system, before anything in it is touched',
    async () => {
      for (dataDir of ['/proc', '/proc/drop-ici', '/proc/self/drop-ici/data', '/sys/drop-ici']) {
        const words = `Cannot keep data in ${dataDir} (DATA_DIR): it is on no disk, but among what the system tells of itself`;
        expect(String(await startFailure())).toContain(words);
        expect((await runTool('check-config', [], { DATA_DIR: dataDir })).output).toContain(`disk: ${words}`);
      }
    },
  );

  test('a secret that a full disk left empty', async () => {
    await mkdir(dataDir);
    await writeFile(inFolder('secret'), '');
    expect(String(await startFailure({}))).toContain(`${dataDir}/secret: expected at least 32 bytes, got 0. Take it`);
  });

  test('a database of a newer version', async () => {
    await mkdir(dataDir);
    const database = await openEmptyFile(dataDir);
    await database.transact((tx) => tx('knex_migrations').insert({ name: '999-of-tomorrow', batch: 9 }));
    await database.close();
    expect(await startFailure()).toBeInstanceOf(DatabaseVersionError);
  });
});

describe('an operator command says the same', () => {
  test('about a damaged database', async () => {
    await mkdir(dataDir);
    await writeFile(inFolder(DATABASE_FILE), 'Dear diary, '.repeat(1000));
    for (const [name, ...args] of [['admin', 'list'], ['backup', parent], ['verify-media']] as const) {
      const { code, errors } = await runTool(name, args, { DATA_DIR: dataDir });
      expect(code).toBeGreaterThan(0);
      expect(errors).toMatch(/^Cannot keep data in \S+ \(DATA_DIR\): \S+drop-ici.sqlite: it is damaged.*\n$/);
    }
  });

  test('about the target folder of a back-up', async () => {
    await mkdir(dataDir);
    await (await openEmptyFile(dataDir)).close();
    const target = join(parent, 'backups');
    await writeFile(target, '');
    const { errors } = await runTool('backup', [target], { DATA_DIR: dataDir });
    expect(errors).toBe(
      `Cannot write to ${target}: it is a file, or leads through one. Name a folder, or move that file away\n`,
    );
    if (!existsSync('/proc/self')) return;
    const none = await runTool('backup', ['/proc/drop-ici/backups'], { DATA_DIR: dataDir });
    expect(none.errors).toMatch(/^Cannot write to \/proc\/drop-ici\/backups: it is on no disk/);
  });
});

describe('an error of the system or the database', () => {
  const failing = (code: string, path?: string): Error =>
    Object.assign(new Error(`${code}: words of the driver`), { code, ...(path === undefined ? {} : { path }) });
  test.each([
    ['ENOSPC', 'its disk is full'],
    ['EDQUOT', 'its disk is full'],
    ['SQLITE_FULL', 'its disk is full'],
    ['disk_full', 'its disk is full'],
    ['EROFS', 'its disk is read-only'],
    ['EACCES', 'may not use it'],
    ['EIO', 'its disk fails'],
    ['SQLITE_IOERR', 'its disk fails'],
    ['SQLITE_CORRUPT', `${DATABASE_FILE}: it is damaged`],
    ['SQLITE_BUSY', `${DATABASE_FILE}: another program has locked it`],
  ])('with the code %s is explained in words', async (code, words) => {
    await mkdir(dataDir);
    const told = await asDataDirError(failing(code), dataDir);
    expect(told).toBeInstanceOf(DataDirError);
    expect(String(told)).toContain(words);
    // Also as the cause of another error.
    const handedOn = new Error('Could not make a recording', { cause: failing(code) });
    expect(String(await asDataDirError(handedOn, dataDir))).toContain(words);
  });

  test('stays unchanged for another path, another code or our own error', async () => {
    await mkdir(dataDir);
    for (const error of [
      failing('EACCES', `${dataDir}-of-others/a`),
      failing('SQLITE_ERROR'),
      new TypeError('no'),
      7,
    ]) {
      expect(await asDataDirError(error, dataDir)).toBe(error);
    }
    const taken = new DataDirError(dataDir, 'another server is running on it', { cause: failing('SQLITE_BUSY') });
    expect(await asDataDirError(taken, dataDir)).toBe(taken);
  });
});
