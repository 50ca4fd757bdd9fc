import type { Migration } from './migration.ts';

/** The language that each account has chosen, for its mails and its export. */
export const languages: Migration = {
  name: '032-languages',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      table.text('language');
    });
  },
};
