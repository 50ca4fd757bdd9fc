import type { Knex } from 'knex';
import type { Migration } from './migration.ts';

/** Tables that get so many rows over the years that 32-bit ids would run out. */
const TABLES = ['events', 'trail'];

/** Ids of 64 bits for events and for the trail on PostgreSQL. SQLite has had them from the beginning. */
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
