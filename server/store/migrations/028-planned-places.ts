import type { Migration } from './migration.ts';

/** Places that are planned for others to fill, who is asked for it, and which place fills one. */
export const plannedPlaces: Migration = {
  name: '028-planned-places',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      table.boolean('is_planned').notNullable().defaultTo(false);
      // The planned place that a place fills. No foreign key: copies need tables that don't refer to themselves.
      table.integer('plan_id');
    });
    // Not with knex, which would create the table anew, without its triggers.
    await knex.raw('ALTER TABLE places ADD COLUMN asked_id integer REFERENCES accounts (id) ON DELETE SET NULL');
    await knex.schema.alterTable('places', (table) => {
      table.index('asked_id');
      table.index('plan_id');
    });
  },
};
