import type { Knex } from 'knex';
import type { Migration } from './migration.ts';

/** Tables that receive enough rows over the years to exhaust 32-bit ids. */
const TABLES = ['events', 'trail'];

/** Makes the ids of events and of the audit log 64 bits wide on PostgreSQL. SQLite's always were. */
export const longIds: Migration = {
  name: '020-long-ids',
  up: (knex) => changeIds(knex, 'bigint'),
  down: (knex) => changeIds(knex, 'integer'),
};

async function changeIds(knex: Knex, type: 'bigint' | 'integer'): Promise<void> {
  if (knex.client.config.client !== 'pg') return;
  for (const table of TABLES) {
    await knex.raw(`ALTER TABLE ${table} ALTER COLUMN id TYPE ${type}`);
    await knex.raw(`ALTER SEQUENCE ${table}_id_seq AS ${type}`);
  }
}
