import type { Migration } from './migration.ts';

/** The audit log, and the salts for hashing its network addresses. */
export const trail: Migration = {
  name: '012-trail',

  async up(knex) {
    // No foreign keys: an entry outlives its subjects.
    await knex.schema.createTable('trail', (table) => {
      table.increments('id');
      table.text('happened_at').notNullable();
      table.text('action').notNullable();
      table.integer('actor_id');
      table.text('actor_name');
      table.text('actor_email');
      table.integer('account_id');
      table.text('account_name');
      table.text('account_email');
      table.integer('parcours_id');
      table.text('parcours_name');
      table.integer('place_id');
      table.text('place_name');
      // Hashed with the day's salt.
      table.text('address');
      table.text('detail').notNullable();
      table.index('happened_at');
      table.index(['action', 'id']);
      table.index(['actor_id', 'id']);
      table.index(['account_id', 'id']);
      table.index(['parcours_id', 'id']);
    });
    await knex.schema.createTable('trail_salts', (table) => {
      // A date in UTC.
      table.text('day').primary();
      table.text('salt').notNullable();
    });
  },
};
