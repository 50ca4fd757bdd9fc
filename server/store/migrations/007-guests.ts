import type { Migration } from './migration.ts';

/** Labels and uses of invitations; guest accounts that another account took over. */
export const guests: Migration = {
  name: '007-guests',

  async up(knex) {
    await knex.schema.alterTable('invites', (table) => {
      table.text('label');
      // One per inviter and privilege, which is shown again; others are new each time.
      table.boolean('is_share_link').notNullable().defaultTo(false);
    });
    // Before this migration only share links had a nonce.
    await knex('invites').whereNotNull('nonce').update({ is_share_link: true });
    await knex.schema.createTable('invite_uses', (table) => {
      table.integer('invite_id').notNullable().references('id').inTable('invites').onDelete('CASCADE');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('used_at').notNullable();
      table.primary(['invite_id', 'account_id']);
      table.index('account_id');
    });
    await knex.schema.createTable('adopted_guests', (table) => {
      // No foreign key: that account was deleted.
      table.integer('guest_id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('adopted_at').notNullable();
      table.index('account_id');
    });
  },
};
