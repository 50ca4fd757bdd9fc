import type { Migration } from './migration.ts';

/** The owner of the media store, and its files that no row refers to. */
export const storeOwner: Migration = {
  name: '022-store-owner',

  async up(knex) {
    await knex.schema.createTable('store_owner', (table) => {
      // At most one row.
      table.integer('id').primary();
      // The owner in the store's mark, and the previous one: a crash may come between the two writes.
      table.text('current').notNullable();
      table.text('former');
      // Until then no file counts as an orphan; null if there is no such pause.
      table.text('rests_until');
      // Whether the next sweep may remove any number of files.
      table.boolean('sweeps_all').notNullable();
    });
    await knex.schema.createTable('orphans', (table) => {
      table.text('file_name').primary();
      // When a sweep first saw that no row refers to it; null for a file that will be deleted with its row.
      table.text('seen_at');
      // When it was set aside; null while it is in its place.
      table.text('aside_at');
    });
  },
};
