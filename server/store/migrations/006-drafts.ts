import type { Migration } from './migration.ts';

/** Places that their author has not saved yet. */
export const drafts: Migration = {
  name: '006-drafts',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      // Existing places are published.
      table.boolean('is_draft').notNullable().defaultTo(false);
    });
  },
};
