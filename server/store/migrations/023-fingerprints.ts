import type { Migration } from './migration.ts';

/** Properties that all servers on this database must share, so that each can compare its own. */
export const fingerprints: Migration = {
  name: '023-fingerprints',

  async up(knex) {
    await knex.schema.createTable('fingerprints', (table) => {
      table.text('name').primary();
      // For the secret: a slow hash, with a salt, of a key derived from it.
      table.text('value').notNullable();
      table.text('noted_at').notNullable();
    });
  },
};
