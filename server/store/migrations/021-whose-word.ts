import { createListTriggers, dropListTriggers } from './list-triggers.ts';
import type { Migration } from './migration.ts';

/** Whose word counts: what an editor or an admin of a parcours deleted, and links to exports, which go with their sessions. */
export const whoseWord: Migration = {
  name: '021-whose-word',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      // 'editor' or 'admin'; null unless one deleted what somebody else made. Of before, nobody knows who did.
      table.text('deleted_as');
    });
    // What is there is good for a minute.
    await knex.schema.dropTable('export_links');
    await knex.schema.createTable('export_links', (table) => {
      // SHA-256 of the link's name, which is stored nowhere.
      table.text('name_hash').primary();
      table.integer('account_id').notNullable().unique().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('session_id').notNullable().references('id').inTable('sessions').onDelete('CASCADE');
      table.text('expires_at').notNullable();
      table.index('session_id');
    });
  },

  async down(knex) {
    await knex.schema.alterTable('export_links', (table) => {
      table.dropIndex('session_id');
      table.dropColumn('session_id');
    });
    // SQLite makes the table anew for it, without its triggers.
    await dropListTriggers(knex);
    await knex.schema.alterTable('places', (table) => {
      table.dropColumn('deleted_as');
    });
    await knex('list_versions').delete();
    await createListTriggers(knex);
  },
};
