import type { Migration } from './migration.ts';

/** Requests for the role editor, and an admin's answers. */
export const roleRequests: Migration = {
  name: '008-role-requests',

  async up(knex) {
    await knex.schema.createTable('role_requests', (table) => {
      table.increments('id');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.integer('parcours_id').references('id').inTable('parcours').onDelete('SET NULL');
      table.text('words');
      table.text('asked_at').notNullable();
      // Null while the request is open.
      table.text('answer');
      table.text('answer_words');
      table.text('answered_at');
      table.integer('answered_by').references('id').inTable('accounts').onDelete('SET NULL');
      table.index('account_id');
      table.index('parcours_id');
      table.index('answered_by');
      table.unique(['account_id'], {
        indexName: 'role_requests_one_open',
        useConstraint: false,
        predicate: knex.whereNull('answer'),
      });
    });
  },
};
