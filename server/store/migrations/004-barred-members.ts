import type { Migration } from './migration.ts';

/** Accounts that an admin removed from a parcours or demoted there: earlier invitations do not undo that. */
export const barredMembers: Migration = {
  name: '004-barred-members',

  async up(knex) {
    await knex.schema.createTable('barred_members', (table) => {
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      // The newest invitation at that time. An id, because two events may fall into one millisecond.
      table.integer('last_invite_id').notNullable();
      table.primary(['parcours_id', 'account_id']);
      table.index('account_id');
    });
  },
};
