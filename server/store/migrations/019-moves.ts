import type { Migration } from './migration.ts';

/** How the rows of this database came here, if a move brought them. */
export const moves: Migration = {
  name: '019-moves',

  async up(knex) {
    await knex.schema.createTable('moves', (table) => {
      // One row at the most.
      table.integer('id').primary();
      // The folder they came from, as the operator named it.
      table.text('source').notNullable();
      // When that database was made, which tells it from others.
      table.text('source_made_at').notNullable();
      table.text('begun_at').notNullable();
      // Null until all is here.
      table.text('finished_at');
      // When a server or an operator first changed something here; null until then.
      table.text('used_at');
    });
  },

  async down(knex) {
    await knex.schema.dropTable('moves');
  },
};
