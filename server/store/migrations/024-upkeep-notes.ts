import type { Migration } from './migration.ts';

/** When the operator's commands last ran, and what they found. */
export const upkeepNotes: Migration = {
  name: '024-upkeep-notes',

  async up(knex) {
    await knex.schema.createTable('upkeep_notes', (table) => {
      // Name of the command: `backup` or `verify-media`.
      table.text('command').primary();
      table.text('done_at').notNullable();
      // Numbers of files.
      table.integer('sound').notNullable();
      table.integer('missing').notNullable();
      table.integer('orphaned').notNullable();
      table.integer('changed').notNullable();
    });
  },
};
