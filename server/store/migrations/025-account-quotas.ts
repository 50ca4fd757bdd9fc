import type { Migration } from './migration.ts';

/** Storage quotas of accounts for which an admin of the site set one. */
export const accountQuotas: Migration = {
  name: '025-account-quotas',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      // Null for the configured default.
      table.bigInteger('quota_bytes');
    });
  },
};
