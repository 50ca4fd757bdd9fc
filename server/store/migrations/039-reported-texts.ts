import type { Migration } from './migration.ts';

/** What a reported item said when it was reported, whatever its author writes before the site's admins look. */
export const reportedTexts: Migration = {
  name: '039-reported-texts',

  async up(knex) {
    await knex.schema.alterTable('reports', (table) => {
      // JSON, while the report is open; null for reports that were made before this migration.
      table.text('texts');
    });
  },
};
