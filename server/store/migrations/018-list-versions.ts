import { createListTriggers, dropListTriggers } from './list-triggers.ts';
import type { Migration } from './migration.ts';

/**
 * A version of each parcours' list of places: any text, and another one after every change of what some member may find in
 * it. Triggers write it, so that no writer can forget to, whichever process that is.
 */
export const listVersions: Migration = {
  name: '018-list-versions',

  async up(knex) {
    await knex.schema.createTable('list_versions', (table) => {
      table.integer('parcours_id').primary().references('id').inTable('parcours').onDelete('CASCADE');
      table.text('version').notNullable();
    });
    await createListTriggers(knex);
  },

  async down(knex) {
    await dropListTriggers(knex);
    await knex.schema.dropTable('list_versions');
  },
};
