import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compiled } from '../../../server/store/compiled-queries.ts';
import { emptyLog, openReaders, openWriter } from '../../../server/store/sqlite.ts';
import { makeFolder } from '../../support/test-folder.ts';

let folder: string;
let file: string;
let writer: Knex;
let reader: Knex;
beforeEach(async () => {
  folder = await makeFolder();
  file = join(folder, 'kept.sqlite');
  writer = openWriter(file);
  await writer.schema.createTable('things', (table) => {
    table.integer('id').primary();
    table.text('name');
  });
  await writer('things').insert([
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
    { id: 3, name: null },
  ]);
  reader = openReaders(file);
});
afterEach(async () => {
  await reader.destroy();
  await writer.destroy();
});

test('a cached statement finds later writes and added columns', async () => {
  const names = () => reader('things').where('id', '<', 3).orderBy('id');
  expect(await names()).toEqual([
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ]);
  await writer('things').where({ id: 1 }).update({ name: 'first' });
  await writer.schema.alterTable('things', (table) => {
    table.integer('size').defaultTo(7);
  });
  expect(await names()).toEqual([
    { id: 1, name: 'first', size: 7 },
    { id: 2, name: 'two', size: 7 },
  ]);
});

test('a query that fails rejects each time, and leaves its connection usable', async () => {
  for (let round = 0; round < 3; round++) {
    await expect(reader('nothing').select('*')).rejects.toThrow('no such table: nothing');
    await expect(reader('things').insert({ id: 9 })).rejects.toThrow('readonly');
  }
  await writer.schema.createTable('nothing', (table) => {
    table.integer('id');
  });
  expect(await reader('nothing').select('*')).toEqual([]);
});

test('statements beyond the cache size still work, and none keeps the log from being emptied', async () => {
  for (let limit = 1; limit <= 450; limit++) {
    expect(await reader.raw(`select id from things where id <= ? -- ${limit}`, [2])).toHaveLength(2);
  }
  await writer('things').insert({ id: 10, name: 'ten' });
  expect(await emptyLog(file)).toBe(true);
});

test('a compiled query runs with the values of each call, also in a transaction', async () => {
  let built = 0;
  const find = compiled<{ id: number }, readonly [string, ...number[]]>((knex, values) => {
    built += 1;
    const [name, ...ids] = values;
    return knex('things')
      .where((query) => query.where({ name }).orWhereNull('name').orWhere('name', 'two'))
      .whereIn('id', ids)
      .orderBy('id')
      .select('id');
  });
  expect(await find(reader, ['one', 1, 2])).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await find(reader, ["o'ne", 1, 3])).toEqual([{ id: 3 }]);
  await writer.transaction(async (tx) => {
    await tx('things').where({ id: 3 }).update({ name: 'three' });
    expect(await find(tx, ['three', 3, 3])).toEqual([{ id: 3 }]);
    expect(await find(reader, ['three', 3, 3])).toEqual([{ id: 3 }]);
    expect(await find(reader, ['x', 1, 3])).toEqual([{ id: 3 }]);
    expect(await find(tx, ['x', 1, 3])).toEqual([]);
  });
  expect(await find(reader, ['one', 1])).toEqual([{ id: 1 }]);
  expect(built).toBe(2);
});
