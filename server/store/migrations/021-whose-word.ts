import { createListTriggers, dropListTriggers } from './list-triggers.ts';
import type { Migration } from './migration.ts';

/** Whose word counts: what an editor or an admin of a parcours deleted. */
export const whoseWord: Migration = {
  name: '021-whose-word',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      // 'editor' or 'admin'; null unless one deleted what somebody else made. Of before, nobody knows who did.
      table.text('deleted_as');
    });
  },

  async down(knex) {
    // SQLite makes the table anew for it, without its triggers.
    await dropListTriggers(knex);
    await knex.schema.alterTable('places', (table) => {
      table.dropColumn('deleted_as');
    });
    await knex('list_versions').delete();
    await createListTriggers(knex);
  },
};
