import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryDatabase } from '../../../server/cluster/check-database.ts';
import { openDatabase } from '../../../server/cluster/open-stores.ts';
import { readCounters, writeCounter } from '../../../server/cluster/postgres.ts';
import type { Database } from '../../../server/store/database.ts';
import { migrations } from '../../../server/store/migrations/index.ts';
import { createClient } from '../../support/postgres/client.ts';
import { dropTestDatabase } from '../../support/postgres/template.ts';

const cluster = process.env.TEST_POSTGRES_URL ?? '';
let name: string;
let url: string;
let opened: Database[];
beforeEach(async () => {
  name = `test_empty_${randomUUID().replaceAll('-', '')}`;
  await onCluster('create database ?? template template1');
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  [url, opened] = [String(address), []];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await dropTestDatabase(cluster, name);
});

async function onCluster(sql: string): Promise<void> {
  const client = createClient(cluster);
  try {
    await client.raw(sql, [name]);
  } finally {
    await client.destroy();
  }
}

async function open(): Promise<Database> {
  const database = await openDatabase({ dataDir: tmpdir(), url });
  opened.push(database);
  return database;
}

test('servers that start together on an empty database create its tables once', async () => {
  const [database] = await Promise.all(Array.from({ length: 5 }, open));
  const run: string[] = (await database?.reader('knex_migrations').orderBy('id').pluck('name')) ?? [];
  expect(run).toEqual((await migrations.getMigrations([])).map(migrations.getMigrationName));
  expect(await database?.reader('knex_migrations_lock').pluck('is_locked')).toEqual([0]);
});

test('a server killed while it creates tables does not block another from doing so', async () => {
  await (await open()).transact((tx) => tx('knex_migrations_lock').update({ is_locked: 1 }));
  expect(await (await open()).reader('accounts')).toEqual([]);
});

test.each(['events', 'trail'])('ids of %s continue above 32 bits, and are numbers', async (table) => {
  const row = {
    events: { name: 'N', received_at: 'now', properties: '{}' },
    trail: { action: 'A', detail: '{}' },
  }[table];
  const last = 2 ** 31 - 1;
  const database = await open();
  const ids = await database.transact(async (tx) => {
    await writeCounter(tx, table, last);
    await tx(table).insert({ ...row, happened_at: 'now' });
    return tx(table).where('id', '>', last).pluck('id');
  });
  expect(ids).toEqual([last + 1]);
  expect(await readCounters(database.reader, [table])).toEqual(new Map([[table, last + 1]]));
});

test('a database with other tables is refused unchanged; tables of an extension don’t count', async () => {
  const client = createClient(url);
  try {
    // As PostGIS creates one.
    await client.raw('create extension tablefunc; create table spatial_ref_sys (id int)');
    await client.raw('alter extension tablefunc add table spatial_ref_sys');
    const files = { mark: { address: 'owner.json', read: async () => undefined } };
    expect(await tryDatabase({ dataDir: tmpdir(), url }, files)).toBe('none');
    await client.raw('create table orders (id int)');
    await expect(open()).rejects.toThrow(/\(DATABASE_URL\): it has tables of something else\. Name a database/);
    expect(await client('pg_tables').where({ schemaname: 'public' }).pluck('tablename')).toEqual([
      'spatial_ref_sys',
      'orders',
    ]);
  } finally {
    await client.destroy();
  }
});

test('an inspection reports the tables and a role that may not create any, and changes nothing', async () => {
  const files = { mark: { address: 'owner.json', read: async () => undefined } };
  const look = (address: string) => tryDatabase({ dataDir: tmpdir(), url: address }, files);
  expect([await look(url), await look(url)]).toEqual(['none', 'none']);
  await onCluster('create role ?? login');
  const asOther = new URL(url);
  asOther.username = name;
  try {
    await expect(look(String(asOther))).rejects.toThrow(/may not create tables there\. Make it the owner/);
  } finally {
    await onCluster('drop role ??');
  }
  await open();
  expect(await look(url)).toBe('same');
});
