import type { Migration } from './migration.ts';

/** Reports of public pages by people without an account. */
export const outsideReports: Migration = {
  name: '037-outside-reports',

  async up(knex) {
    await knex.schema.alterTable('reports', (table) => {
      // True if it came without an account: then it hides nothing, and its words are deleted when it is closed.
      table.boolean('is_outside').notNullable().defaultTo(false);
      // Email at which such a reporter wants an answer, until the report is closed.
      table.text('answer_to');
    });
  },
};
