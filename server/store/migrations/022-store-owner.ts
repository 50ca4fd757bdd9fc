import type { Migration } from './migration.ts';

/** Which files are this database's, and which of them no row refers to. */
export const storeOwner: Migration = {
  name: '022-store-owner',

  async up(knex) {
    await knex.schema.createTable('store_owner', (table) => {
      // One row at the most.
      table.integer('id').primary();
      // The owner that the store's mark names, and the one that it named before: a crash may come between both.
      table.text('current').notNullable();
      table.text('former');
      // Until then no file is taken for an orphan; null for no rest.
      table.text('rests_until');
      // Whether the next sweep may take any number of files.
      table.boolean('sweeps_all').notNullable();
    });
    await knex.schema.createTable('orphans', (table) => {
      table.text('file_name').primary();
      // When a sweep first saw that no row refers to it; null for a file that is to be deleted with its row.
      table.text('seen_at');
      // When it was set aside; null while it is in its place.
      table.text('aside_at');
    });
  },

  async down(knex) {
    await knex.schema.dropTable('orphans');
    await knex.schema.dropTable('store_owner');
  },
};
