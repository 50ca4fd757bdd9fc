import type { Migration } from './migration.ts';

/** Whether people want mails about drops that wait for their approval, and when they got the last one. */
export const approvalMails: Migration = {
  name: '031-approval-mails',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      table.boolean('approval_mails').notNullable().defaultTo(false);
      table.text('approval_mailed_at');
    });
  },
};
