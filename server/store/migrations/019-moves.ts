import type { Migration } from './migration.ts';

/** The move that brought this database's rows, if any. */
export const moves: Migration = {
  name: '019-moves',

  async up(knex) {
    await knex.schema.createTable('moves', (table) => {
      // At most one row.
      table.integer('id').primary();
      // The folder the rows came from, as the operator named it.
      table.text('source').notNullable();
      // When that database was created; identifies it.
      table.text('source_made_at').notNullable();
      table.text('begun_at').notNullable();
      // Null until everything is copied.
      table.text('finished_at');
      // When a server or an operator first changed something here; null until then.
      table.text('used_at');
    });
  },
};
