import type { Migration } from './migration.ts';

/** What servers must know of one another's uploads. */
export const uploads: Migration = {
  name: '017-uploads',

  async up(knex) {
    // Those in parts. Their bytes are files or objects with the id in their name.
    await knex.schema.createTable('unfinished_uploads', (table) => {
      table.text('id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      // The sender's; null if none was given.
      table.text('key');
      // Of the whole.
      table.bigInteger('size_bytes').notNullable();
      table.text('created_at').notNullable();
      table.index(['account_id', 'created_at']);
    });
    await knex.schema.createTable('given_up_keys', (table) => {
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('key').notNullable();
      // When it may be used again.
      table.text('until').notNullable();
      table.primary(['account_id', 'key']);
      table.index('until');
    });
    // Reserved for uploads that are arriving. A server says again and again that it is still there.
    await knex.schema.createTable('arriving_bytes', (table) => {
      table.text('id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.bigInteger('size_bytes').notNullable();
      table.text('until').notNullable();
      table.index(['account_id', 'until']);
    });
  },

  async down(knex) {
    await knex.schema.dropTable('arriving_bytes');
    await knex.schema.dropTable('given_up_keys');
    await knex.schema.dropTable('unfinished_uploads');
  },
};
