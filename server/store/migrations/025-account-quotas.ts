import type { Migration } from './migration.ts';

/** How many bytes an account may keep, where an admin of the site has said so. */
export const accountQuotas: Migration = {
  name: '025-account-quotas',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      // Null for what the settings give.
      table.bigInteger('quota_bytes');
    });
  },

  async down(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      table.dropColumn('quota_bytes');
    });
  },
};
