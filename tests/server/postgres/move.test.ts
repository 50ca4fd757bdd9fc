import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectBucket, markOf } from '../../../server/cluster/media-bucket.ts';
import { noteUse } from '../../../server/cluster/move-records.ts';
import { move as moveOnce } from '../../../server/cluster/move-service.ts';
import { beginTables } from '../../../server/cluster/move-tables.ts';
import { openDatabase, openToRead } from '../../../server/cluster/open-stores.ts';
import { readCatalogue, type Table } from '../../../server/cluster/table-rows.ts';
import { readConfig } from '../../../server/config.ts';
import { stamp } from '../../../server/domain/clock.ts';
import { createLog } from '../../../server/log.ts';
import { serve } from '../../../server/serve.ts';
import { countRows } from '../../../server/store/aggregates.ts';
import { claimDataDir } from '../../../server/store/data-dir.ts';
import { DATABASE_FILE, type Database } from '../../../server/store/database.ts';
import { readFolderMark } from '../../../server/store/media-folder.ts';
import { findStoreOwner } from '../../../server/store/media-owner.ts';
import { fillTables } from '../../support/database/fill-tables.ts';
import { waitingIn } from '../../support/postgres/client.ts';
import { createEmptyDatabase, dropTestDatabase } from '../../support/postgres/template.ts';
import { startS3 } from '../../support/s3/s3-servers.ts';
import { runTool, type ToolRun } from '../../support/server/run-tool.ts';
import { makeFolder } from '../../support/test-folder.ts';

let cluster: string;
let name: string;
let url: string;
let dataDir: string;
let source: Database;
let tables: readonly Table[];
beforeEach(async () => {
  cluster = process.env.TEST_POSTGRES_URL ?? '';
  name = `moved_${randomBytes(8).toString('hex')}`;
  url = await createEmptyDatabase(cluster, name);
  dataDir = await makeFolder();
  source = await openDatabase({ dataDir, url: null });
  tables = await readCatalogue(source.reader);
  await fillTables(source, tables, 12, 3);
});
afterEach(async () => {
  await source.close();
  await dropTestDatabase(cluster, name);
});

const move = (from = dataDir): Promise<ToolRun> => runTool('move', ['--to', url], { DATA_DIR: from });

/** Starts a server on the database, or with the given settings instead. */
const server = (env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) =>
  serve(
    readConfig(
      { PORT: '0', DATA_DIR: join(dataDir, 'other'), DATABASE_URL: url, SECRET: 's'.repeat(32), DEMO: '0', ...env },
      args,
    ),
    createLog('silent'),
    Date.now,
  );

/** Runs `work` as if a server were running on the data folder. */
async function besideServer<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await claimDataDir(dataDir);
  return work().finally(release);
}

async function inTarget<Result>(read: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ dataDir, url });
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

describe('a move of tables', () => {
  test('copies each row to a database without tables, and reports the comparison', async () => {
    const first = await move();
    expect(first).toMatchObject({ code: 0, errors: '' });
    for (const table of tables) {
      const rows = await countRows(source.reader(table.name));
      expect(first.output).toMatch(new RegExp(`\n  ${table.name} +${rows} rows?, SHA-256 [0-9a-f]{16}\n`));
      expect(await inTarget(({ reader }) => countRows(reader(table.name)))).toBe(rows);
    }
    expect(first.output).toMatch(/\n\d+ rows in \d+ tables: the same on both sides\n/);
    expect(first.output).not.toContain('A server is running');
  });

  test('writes only changes when repeated, and a server can start on the result', async () => {
    await move();
    await source.transact((tx) => tx('places').where({ id: 1 }).update({ name: 'Elsewhere' }));
    const second = await move();
    expect(second).toMatchObject({ code: 0, errors: '' });
    expect(second.output).toMatch(/^1 row written or deleted\n/m);
    expect(await inTarget(({ reader }) => reader('places').where({ id: 1 }).pluck('name'))).toEqual(['Elsewhere']);
    await (await server()).close();
  });
});

test('a service without rows can be moved, also to a database of a server without accounts', async () => {
  await (await server()).close();
  const empty = await makeFolder();
  await (await openDatabase({ dataDir: empty, url: null })).close();
  const run = await move(empty);
  expect(run).toMatchObject({ code: 0, errors: '' });
  expect(run.output).toContain('\n0 rows in ');
});

describe('a move is refused', () => {
  test('while a server runs on the database, and after one has run there', async () => {
    await move();
    const running = await server();
    expect(await move()).toMatchObject({ code: 2, errors: expect.stringMatching(/^A server is running on the new /) });
    await running.close();
    expect(await move()).toMatchObject({ code: 2, errors: expect.stringMatching(/^The database is in use since 20/) });
  });

  test('after an operator’s command has changed the database, but not after one that only reads', async () => {
    await source.transact((tx) => tx('accounts').where({ id: 1 }).update({ email: 'a@example.org' }));
    await move();
    const env = { DATA_DIR: dataDir, DATABASE_URL: url };
    expect((await runTool('admin', ['list'], env)).code).toBe(0);
    expect((await move()).code).toBe(0);
    expect(await runTool('admin', ['grant', 'a@example.org', 'admin'], env)).toMatchObject({ code: 0, errors: '' });
    expect(await move()).toMatchObject({ code: 2, errors: expect.stringMatching(/^The database is in use since 20/) });
  });

  test('while an operator’s command changes the database', async () => {
    await move();
    const from = await openToRead({ dataDir, url: null });
    if (from === null) throw new Error('Expected the database of the source');
    await inTarget(async (target) => {
      let beginning: Promise<unknown> = Promise.resolve();
      await target.transact(async (tx) => {
        await noteUse(tx, stamp(Date.now));
        beginning = beginTables({ dataDir, source: from, target, tables }, Date.now).catch((error: unknown) => error);
        // The move waits for this transaction.
        await expect.poll(() => waitingIn(target.reader)).toHaveLength(1);
      });
      expect(String(await beginning)).toMatch(/The database is in use since 20/);
    });
    await from.close();
  });

  test('to a database with rows of no move, or with rows of another service', async () => {
    await inTarget(({ transact }) =>
      transact((tx) => tx('bundles').insert({ name: 'N', description: 'D', created_at: 'now' })),
    );
    expect(await move()).toMatchObject({ code: 2, errors: expect.stringMatching(/^There are rows in the database/) });
    await inTarget(({ transact }) => transact((tx) => tx('bundles').delete()));
    expect((await move()).code).toBe(0);
    const other = await makeFolder();
    await (await openDatabase({ dataDir: other, url: null })).close();
    expect(await move(other)).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`the rows of ${dataDir}, and`),
    });
  });

  test('to a database of another version, and from a folder without one', async () => {
    await move();
    await inTarget(({ transact }) => transact((tx) => tx('knex_migrations').where({ name: '019-moves' }).delete()));
    expect(await move()).toMatchObject({ code: 2, errors: expect.stringContaining('the tables of another version') });
    const nowhere = join(dataDir, 'nowhere');
    expect(await move(nowhere)).toMatchObject({ code: 2, errors: `There is no database in ${nowhere} (DATA_DIR)\n` });
  });

  test('without an address, or if no database answers there, without a password in the message', async () => {
    expect(await runTool('move', ['--to', 'sqlite://x'], {})).toMatchObject({ code: 2, output: '' });
    const args = ['--to', 'postgres://somebody:hidden-word@127.0.0.1:1/none'];
    const { code, output, errors } = await runTool('move', args, { DATA_DIR: dataDir });
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^Cannot open the database \(--to\): .*ECONNREFUSED/);
    expect(errors).not.toContain('hidden-word');
  });
});

describe('the folder after a last move', () => {
  const AWAY = /was moved: its database to postgres:.* at 20.* Set DATABASE_URL .* add --after-move/;

  test('is refused to starts and commands without --after-move, and moves only to the same target', async () => {
    await besideServer(async () => undefined);
    const last = await move();
    expect(last).toMatchObject({
      code: 0,
      output: expect.stringContaining(`would use what it took from ${dataDir} is refused from now on`),
    });
    const old = { DATA_DIR: dataDir };
    await expect(server({ ...old, DATABASE_URL: '' })).rejects.toThrow(AWAY);
    const backups = join(dataDir, 'backups');
    const commands = [['admin', 'list'], ['backup', backups], ['verify-media']] as const;
    for (const [tool, ...args] of commands) {
      const refused = await runTool(tool, args, old);
      expect(refused).toMatchObject({ output: '', errors: expect.stringMatching(AWAY) });
      expect(refused.code).not.toBe(0);
    }
    expect(await runTool('admin', ['--after-move', 'list'], old)).toMatchObject({ code: 0, errors: '' });
    expect(last.output + (await readFile(join(dataDir, 'moved.json'), 'utf8'))).not.toContain('@');
    expect((await move()).code).toBe(0);
    const elsewhere = ['--to', `${url}_other`];
    expect(await runTool('move', elsewhere, old)).toMatchObject({ code: 2, errors: expect.stringMatching(AWAY) });
    // With the new database the folder works like any other.
    await (await server(old)).close();
    await (await server({ ...old, DATABASE_URL: '' }, ['--after-move', '--adopt'])).close();
    expect(await runTool('admin', ['list'], old)).toMatchObject({ code: 0, errors: '' });
  });

  test('stays in use if a command has changed it during the move, since that change is not moved', async () => {
    await besideServer(async () => undefined);
    const late = join(dataDir, DATABASE_FILE);
    const say = (line: string): void => {
      if (!line.endsWith('the same on both sides')) return;
      const script = `const { Database } = require('sqlite3');
        new Database(process.argv[1]).exec("UPDATE accounts SET name = 'Late'", (error) => process.exit(error ? 1 : 0));`;
      execFileSync(process.execPath, ['-e', script, late]);
    };
    const wanted = {
      from: { dataDir, url: null },
      to: url,
      bucket: null,
      mark: readFolderMark(dataDir),
      isAfterMove: false,
    };
    await expect(moveOnce(wanted, Date.now, say)).rejects.toThrow(/has changed the database in .* meanwhile/);
    await expect(server()).rejects.toThrow(/has not finished/);
    expect(await runTool('admin', ['list'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, errors: '' });
    expect((await move()).code).toBe(0);
    expect(new Set(await inTarget(({ reader }) => reader('accounts').pluck('name')))).toEqual(new Set(['Late']));
  });

  test('stays usable if it is a back-up on which no server ever ran', async () => {
    expect((await move()).output).not.toContain('the last move');
    expect(await runTool('admin', ['list'], { DATA_DIR: dataDir })).toMatchObject({ code: 0, errors: '' });
  });
});

test('files that stay in a bucket belong to the new database after the move', async () => {
  const s3 = await startS3();
  const bucket = connectBucket({ ...s3.settings, prefix: 'stays/', redirects: false });
  if (bucket === null) throw new Error('Expected a bucket');
  try {
    await markOf(bucket.store, bucket.name).write(JSON.stringify({ owner: 'the old one' }));
    const env = { DATA_DIR: dataDir, ...s3.environment('stays/') };
    expect(await runTool('move', ['--to', url], env)).toMatchObject({ code: 0, errors: '' });
    expect(await inTarget(({ reader }) => findStoreOwner(reader))).toMatchObject({ current: 'the old one' });
  } finally {
    bucket.store.close();
    await s3.stop();
  }
});

test('no server starts on the rows moved beside a running server until the move is repeated', async () => {
  const beside = await besideServer(() => move());
  expect(beside).toMatchObject({
    code: 0,
    output: expect.stringContaining(`A server is running on ${dataDir}: stop it`),
  });
  await expect(server()).rejects.toThrow(/has not finished: stop the server there and run npm run move again/);
  const last = await move();
  expect(last.output).toMatch(/^0 rows written or deleted\n/m);
  await (await server()).close();
});

test('a server and a changing operator’s command refuse the target of an unfinished move', async () => {
  await move();
  await inTarget(({ transact }) => transact((tx) => tx('moves').update({ finished_at: null })));
  await expect(server()).rejects.toThrow(/has not finished: stop the server there and run npm run move again/);
  const env = { DATA_DIR: dataDir, DATABASE_URL: url };
  const grant = await runTool('admin', ['grant', 'a@example.org', 'admin'], env);
  expect(grant).toMatchObject({ code: 1, errors: expect.stringContaining('has not finished') });
  expect((await move()).code).toBe(0);
});

test('an exclusive claim on a database excludes servers, and a server excludes exclusive claims', async () => {
  await inTarget(async (one) => {
    await inTarget(async (other) => {
      const claims = [await one.claim('server'), await other.claim('server')];
      expect(await other.claim('alone')).toBeNull();
      for (const claim of claims) await claim?.release();
      const alone = await other.claim('alone');
      expect(alone?.isHeld()).toBe(true);
      expect([await one.claim('server'), await one.claim('alone')]).toEqual([null, null]);
      await alone?.release();
    });
  });
});
