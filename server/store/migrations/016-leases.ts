import type { Migration } from './migration.ts';

/** Data with which servers on one database share out work: leases, and links to exports. */
export const leases: Migration = {
  name: '016-leases',

  async up(knex) {
    await knex.schema.createTable('leases', (table) => {
      table.text('kind').notNullable();
      // The subject of the work: the SHA-256 of audio, or the name of a task.
      table.text('subject').notNullable();
      // The server that works on it, and the time until which its lease is valid; null while none does.
      table.text('holder');
      table.text('held_until');
      // Attempts that began and never ended, including the running one.
      table.integer('unfinished').notNullable().defaultTo(0);
      table.integer('failures').notNullable().defaultTo(0);
      // Earliest start of the next attempt; null for at once.
      table.text('not_before');
      table.primary(['kind', 'subject']);
      table.index('holder');
    });
    await knex.schema.createTable('export_links', (table) => {
      // SHA-256 of the link's name, which is not stored.
      table.text('name_hash').primary();
      table.integer('account_id').notNullable().unique().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('expires_at').notNullable();
    });
  },
};
