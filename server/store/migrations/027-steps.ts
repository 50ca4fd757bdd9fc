import type { Migration } from './migration.ts';

/** The order that the author of a parcours gives its places. */
export const steps: Migration = {
  name: '027-steps',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      // Ascending along the parcours, with gaps where places were deleted or moved away; null without a number.
      table.integer('step');
    });
  },
};
