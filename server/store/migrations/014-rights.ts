import type { Migration } from './migration.ts';

/** Consents to the terms, last activity, the choice about statistics, and erased accounts. */
export const rights: Migration = {
  name: '014-rights',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      // Null if not used since it was created.
      table.text('active_at');
      // When the user was warned that an unused account is deleted.
      table.text('warned_at');
      table.boolean('no_statistics').notNullable().defaultTo(false);
      // The newest version of the terms that the user agreed to; null if none is recorded.
      table.text('terms_version');
      table.index('active_at');
    });
    // The last use of these accounts is unknown. They agreed to earlier terms, and are informed of the new ones.
    await knex('accounts').update({ active_at: new Date().toISOString(), terms_version: '2026-10' });
    await knex.schema.createTable('consents', (table) => {
      table.increments('id');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('kind').notNullable();
      // Version of the terms.
      table.text('version').notNullable();
      table.text('given_at').notNullable();
      table.index('account_id');
    });
    await knex.schema.createTable('erasures', (table) => {
      // No foreign key: the account was deleted.
      table.integer('account_id').notNullable();
      table.text('erased_at').notNullable();
      // The treatment of the drops on parcours that remained.
      table.text('drops').notNullable();
      // Ids of the parcours that were deleted too, separated by commas.
      table.text('parcours_ids').notNullable();
      table.primary(['account_id', 'erased_at']);
    });
  },
};
