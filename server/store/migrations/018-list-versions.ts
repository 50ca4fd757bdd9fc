import { createListTriggers } from './list-triggers.ts';
import type { Migration } from './migration.ts';

/** The version of each parcours' list of places: a random text that triggers replace whenever the list changes. */
export const listVersions: Migration = {
  name: '018-list-versions',

  async up(knex) {
    await knex.schema.createTable('list_versions', (table) => {
      table.integer('parcours_id').primary().references('id').inTable('parcours').onDelete('CASCADE');
      table.text('version').notNullable();
    });
    await createListTriggers(knex);
  },
};
