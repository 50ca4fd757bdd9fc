import type { Migration } from './migration.ts';

/** What people have agreed to, when they were last here, whether they want statistics, and which accounts were erased. */
export const rights: Migration = {
  name: '014-rights',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      // Null: not since the account was created.
      table.text('active_at');
      // When they were warned that the account ends unless they come back.
      table.text('warned_at');
      table.boolean('no_statistics').notNullable().defaultTo(false);
      // The newest version of the terms that was agreed to; null if none is recorded.
      table.text('terms_version');
      table.index('active_at');
    });
    // Nobody knows when these accounts were last used. They agreed to terms of before, and are told of the new ones.
    await knex('accounts').update({ active_at: new Date().toISOString(), terms_version: '2026-10' });
    await knex.schema.createTable('consents', (table) => {
      table.increments('id');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('kind').notNullable();
      // Of the terms.
      table.text('version').notNullable();
      table.text('given_at').notNullable();
      table.index('account_id');
    });
    await knex.schema.createTable('erasures', (table) => {
      // No reference: the account is gone.
      table.integer('account_id').notNullable();
      table.text('erased_at').notNullable();
      // What became of the drops on parcours that stayed.
      table.text('drops').notNullable();
      // Ids of the parcours that went as well, with commas between them.
      table.text('parcours_ids').notNullable();
      table.primary(['account_id', 'erased_at']);
    });
  },

  async down(knex) {
    await knex.schema.dropTable('erasures');
    await knex.schema.dropTable('consents');
    await knex.schema.alterTable('accounts', (table) => {
      table.dropIndex('active_at');
      table.dropColumns('active_at', 'warned_at', 'no_statistics', 'terms_version');
    });
  },
};
