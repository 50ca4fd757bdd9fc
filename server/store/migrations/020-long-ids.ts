import type { Migration } from './migration.ts';

/** Makes the ids of events and of the audit log 64 bits wide on PostgreSQL. SQLite's always were. */
export const longIds: Migration = {
  name: '020-long-ids',

  async up(knex) {
    if (knex.client.config.client !== 'pg') return;
    // The tables that receive enough rows over the years to exhaust 32-bit ids.
    for (const table of ['events', 'trail']) {
      await knex.raw(`ALTER TABLE ${table} ALTER COLUMN id TYPE bigint`);
      await knex.raw(`ALTER SEQUENCE ${table}_id_seq AS bigint`);
    }
  },
};
