import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserId } from '../../../contracts/vocabulary.ts';
import { openDatabase } from '../../../server/cluster/open-stores.ts';
import { COUNTS_TABLE } from '../../../server/cluster/postgres.ts';
import { DatabaseAddressError } from '../../../server/cluster/postgres-database.ts';
import { outageOf } from '../../../server/http/error-handler.ts';
import type { Database } from '../../../server/store/database.ts';
import { removeTestDatabase, testLocation } from '../../support/database/test-database.ts';
import { type SilentLine, startSilentLine, type Way } from '../../support/network/silent-line.ts';
import { createClient, waitingIn } from '../../support/postgres/client.ts';
import { makeFolder } from '../../support/test-folder.ts';

let dataDir: string;
let line: SilentLine;
/** The database behind the line. */
let one: Database;
let other: Database;
beforeEach(async () => {
  dataDir = await makeFolder();
  const { url } = await testLocation(dataDir);
  line = await startSilentLine(url ?? '');
  one = await openDatabase({ dataDir, url: line.url }, 'server');
  other = await openDatabase({ dataDir, url }, 'server');
});
afterEach(async () => {
  line.speak();
  await Promise.all([one.close(), other.close()]);
  await line.stop();
  await removeTestDatabase(dataDir);
});

/** Begins work under a named lock, resolves when it has the lock, and ignores its outcome. */
async function begin(database: Database, name: string): Promise<() => void> {
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  await new Promise<void>((resolve) => {
    const work = database.exclusively(name, async () => {
      resolve();
      await over;
    });
    work.catch(() => undefined);
  });
  return end;
}

/** Counts the database's processes that are in a transaction of one of these servers. */
async function countHeld(): Promise<number> {
  const { rows } = await other.reader.raw(
    `select count(*) as held from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and application_name like 'drop-ici %'`,
  );
  return rows[0].held;
}

test.each<Way>(['questions', 'answers'])(
  'a single connection that falls silent (%s) is given up with its locks in the database',
  async (way) => {
    line.fallSilentAt('a lost question', way, true);
    const lost = one.transact((tx) => tx.raw("select 'a lost question'")).catch(outageOf);
    expect(await lost).toBe('database');
    expect(one.isAnswering()).toBe(true);
    await expect.poll(countHeld).toBe(0);
    await other.transact((tx) => tx.raw('select 1'));
  },
);

test.each<[Way, string[]]>([
  ['questions', []],
  ['answers', ['a change']],
])('a change whose commit was lost (%s) is decided when its call fails', async (way, stored) => {
  line.fallSilentAt('COMMIT', way, true);
  const lost = one.transact((tx) => tx(COUNTS_TABLE).insert({ key: 'a change' })).catch(outageOf);
  expect(await lost).toBe('database');
  await expect.poll(countHeld).toBe(0);
  expect(await other.reader(COUNTS_TABLE).pluck('key')).toEqual(stored);
});

test('another server’s call that takes two locks in turn waits less than 10 s for two changes of a silent one', async () => {
  const untilWaiting = (count: number) => expect.poll(() => waitingIn(other.reader)).toHaveLength(count);
  line.fallSilentAt('a lost question', 'both');
  let from = 0;
  let second: Promise<unknown> | undefined;
  let reservation: Promise<unknown> | undefined;
  const first = one.transact(async (tx) => {
    reservation = other.transact(async (tx) => tx.raw('select 1'), { account: UserId.parse(1) });
    await untilWaiting(1);
    second = one.transact(async (tx) => tx.raw('select 1')).catch(outageOf);
    await untilWaiting(2);
    from = performance.now();
    await tx.raw("select 'a lost question'");
  });
  expect(await first.catch(outageOf)).toBe('database');
  await reservation;
  await other.transact(async (tx) => tx.raw('select 1'));
  expect(performance.now() - from).toBeLessThan(10_000);
  expect(await second).toBe('database');
  expect(one.isAnswering()).toBe(false);
});

test('after a silence a server ends its own lost connections in the database, and no other’s', async () => {
  const endOne = await begin(one, 'a file');
  const endOther = await begin(other, 'another file');
  line.fallSilent('both');
  await expect.poll(one.isAnswering).toBe(false);
  expect(await countHeld()).toBe(2);
  line.speak(true);
  await expect.poll(one.isAnswering).toBe(true);
  endOne();
  expect(await one.exclusively('a file', async () => 'done')).toBe('done');
  await expect.poll(countHeld).toBe(1);
  endOther();
});

test('each query that waits for a silent database fails with its own text, not with the others’', async () => {
  await one.reader.raw('select 1');
  line.fallSilent('both');
  const waiting = ['one', 'two', 'three'].map((text) => one.reader.raw(`select '${text}'`).catch(String));
  expect(await Promise.all(waiting)).toEqual(
    ['one', 'two', 'three'].map((text) => expect.stringMatching(`^SilenceError: (select '${text}' - )?The database`)),
  );
});

test('a long query, or one that waits for a lock, is not given up', async () => {
  const end = await begin(other, 'a file');
  const waiting = one.exclusively('a file', async () => 'done');
  await one.reader.raw('select pg_sleep(6)');
  end();
  expect(await waiting).toBe('done');
  expect(one.isAnswering()).toBe(true);
});

test('a call’s wait for a lock by name is an outage when its time is over, and the lock is free afterwards', async () => {
  const end = await begin(other, 'a file');
  expect(await one.exclusively('a file', async () => 'done', 200).catch(outageOf)).toBe('database');
  end();
  expect(await one.exclusively('a file', async () => 'done')).toBe('done');
});

test('an unreachable database is an outage with its reason', async () => {
  await line.stop();
  await expect.poll(one.isAnswering).toBe(false);
  const failure = await one.reader.raw('select 1').catch((error: unknown) => error);
  expect(outageOf(failure)).toBe('database');
  expect(String(failure)).toMatch(/ECONNREFUSED|terminated/);
});

test('a database that refuses changes is an outage, not a full disk, and reads continue', async () => {
  expect(await one.cluster?.takesChanges()).toBe(true);
  const become = async (setting: 'on' | 'off'): Promise<void> => {
    const { rows } = await other.reader.raw('select current_database() as name');
    const client = createClient((await testLocation(dataDir)).url ?? '');
    await client.raw('set session characteristics as transaction read write');
    await client.raw(`alter database ?? set default_transaction_read_only = ${setting}`, [rows[0].name]);
    await client.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = ? and pid <> pg_backend_pid()',
      [rows[0].name],
    );
    await client.destroy();
  };
  await become('on');
  const change = () => one.transact((tx) => tx(COUNTS_TABLE).insert({ key: 'a change' })).catch(outageOf);
  await expect.poll(change).toBe('standby');
  await expect.poll(() => one.cluster?.takesChanges().catch(outageOf)).toBe(false);
  await one.reader.raw('select 1');
  await expect(openDatabase({ dataDir, url: line.url }, 'server')).rejects.toThrow(/DATABASE_URL.*standby/);
  await become('off');
  await expect.poll(() => one.cluster?.takesChanges().catch(outageOf)).toBe(true);
});

test.each(['server', 'command'] as const)('a %s that finds the database silent reports it', async (user) => {
  line.fallSilent('answers');
  await expect(openDatabase({ dataDir, url: line.url }, user)).rejects.toThrow(DatabaseAddressError);
});

test('the connection of a server’s health check may end without the others', async () => {
  const asking = "datname = current_database() and query = 'select 1' and state = 'idle'";
  const pids = async (): Promise<number[]> =>
    (await other.reader.raw(`select pid from pg_stat_activity where ${asking}`)).rows.map(
      ({ pid }: { pid: number }) => pid,
    );
  await expect.poll(async () => (await pids()).length).toBe(2);
  const before = await pids();
  const done = one.transact(async (tx) => {
    await other.reader.raw('select pg_terminate_backend(pid) from unnest(?::int[]) as pid', [before]);
    const isReplaced = async () => {
      // The database ends a transaction in which nothing is asked for four seconds.
      await tx.raw('select 1');
      return (await pids()).filter((pid) => !before.includes(pid)).length;
    };
    await expect.poll(isReplaced).toBe(2);
    return 'done';
  });
  expect(await done).toBe('done');
  expect([one.isAnswering(), other.isAnswering()]).toEqual([true, true]);
});
