import type { Migration } from './migration.ts';

/** What the servers on this database must have alike, so that each can compare itself. */
export const fingerprints: Migration = {
  name: '023-fingerprints',

  async up(knex) {
    await knex.schema.createTable('fingerprints', (table) => {
      table.text('name').primary();
      // Of the secret a slow hash with a salt of its own, made of a key that is derived from it.
      table.text('value').notNullable();
      table.text('noted_at').notNullable();
    });
  },

  async down(knex) {
    await knex.schema.dropTable('fingerprints');
  },
};
