import type { Migration } from './migration.ts';

/** What servers must know of each other's uploads. */
export const uploads: Migration = {
  name: '017-uploads',

  async up(knex) {
    // Uploads in parts. Their bytes are files or objects with the id in their name.
    await knex.schema.createTable('unfinished_uploads', (table) => {
      table.text('id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      // The sender's Idempotency-Key; null if none was given.
      table.text('key');
      // Size of the whole file.
      table.bigInteger('size_bytes').notNullable();
      table.text('created_at').notNullable();
      table.index(['account_id', 'created_at']);
    });
    await knex.schema.createTable('given_up_keys', (table) => {
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('key').notNullable();
      // When the key may be used again.
      table.text('until').notNullable();
      table.primary(['account_id', 'key']);
      table.index('until');
    });
    // Bytes reserved for uploads that are arriving. The server renews `until` while it receives.
    await knex.schema.createTable('arriving_bytes', (table) => {
      table.text('id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.bigInteger('size_bytes').notNullable();
      table.text('until').notNullable();
      table.index(['account_id', 'until']);
    });
  },
};
