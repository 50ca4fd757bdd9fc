import type { Migration } from './migration.ts';

/** What servers on one database share so that each thing is done by one of them: claims of work, and links to exports. */
export const leases: Migration = {
  name: '016-leases',

  async up(knex) {
    await knex.schema.createTable('leases', (table) => {
      table.text('kind').notNullable();
      // What is worked on: the SHA-256 of audio, or the name of a task.
      table.text('subject').notNullable();
      // The server that works on it, and until when it is believed to; null while none does.
      table.text('holder');
      table.text('held_until');
      // Attempts that began and never ended, with the one that runs.
      table.integer('unfinished').notNullable().defaultTo(0);
      table.integer('failures').notNullable().defaultTo(0);
      // The next attempt begins no earlier; null for at once.
      table.text('not_before');
      table.primary(['kind', 'subject']);
      table.index('holder');
    });
    await knex.schema.createTable('export_links', (table) => {
      // SHA-256 of the link's name, which is stored nowhere.
      table.text('name_hash').primary();
      table.integer('account_id').notNullable().unique().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('expires_at').notNullable();
    });
  },

  async down(knex) {
    await knex.schema.dropTable('export_links');
    await knex.schema.dropTable('leases');
  },
};
