import type { Migration } from './migration.ts';

/** What visitors tell the people who look after a place. A closed remark is deleted. */
export const remarks: Migration = {
  name: '036-remarks',

  async up(knex) {
    await knex.schema.createTable('remarks', (table) => {
      table.increments('id');
      table.integer('place_id').notNullable().references('id').inTable('places').onDelete('CASCADE');
      // Null for a person without an account.
      table.integer('sender_id').references('id').inTable('accounts').onDelete('CASCADE');
      table.text('subject').notNullable();
      table.text('words').notNullable();
      table.text('made_at').notNullable();
      table.index('place_id');
      table.index('sender_id');
    });
  },
};
