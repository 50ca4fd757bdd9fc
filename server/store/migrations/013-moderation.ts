import type { Migration } from './migration.ts';

/** Deleted, hidden and waiting items, reports, and the measures of the site's admins. */
export const moderation: Migration = {
  name: '013-moderation',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      // Null unless the account is suspended.
      table.text('suspended_at');
    });
    for (const name of ['parcours', 'places']) {
      await knex.schema.alterTable(name, (table) => {
        // Deleted permanently some time later.
        table.text('deleted_at');
        // True if an admin of the site deleted it: then only such admins can restore it.
        table.boolean('is_removed').notNullable().defaultTo(false);
        table.text('hidden_at');
        table.index('deleted_at');
        table.index('hidden_at');
      });
    }
    await knex.schema.alterTable('parcours', (table) => {
      table.boolean('needs_approval').notNullable().defaultTo(false);
    });
    await knex.schema.alterTable('places', (table) => {
      // 'waiting' or 'refused'; null if no approval is needed or it was given.
      table.text('approval');
    });
    await knex.schema.createTable('reports', (table) => {
      table.increments('id');
      // Null after the account was deleted.
      table.integer('reporter_id').references('id').inTable('accounts').onDelete('SET NULL');
      // One of the two is null.
      table.integer('place_id').references('id').inTable('places').onDelete('CASCADE');
      table.integer('parcours_id').references('id').inTable('parcours').onDelete('CASCADE');
      table.text('reason').notNullable();
      table.text('words');
      table.text('made_at').notNullable();
      // Null while the report is open.
      table.text('closed_at');
      table.index('reporter_id');
      table.index('place_id');
      table.index('parcours_id');
      table.index('closed_at');
    });
    await knex.schema.createTable('measures', (table) => {
      table.increments('id');
      table.text('kind').notNullable();
      // The account concerned; null if the author's account was deleted.
      table.integer('account_id').references('id').inTable('accounts').onDelete('CASCADE');
      table.integer('place_id').references('id').inTable('places').onDelete('SET NULL');
      table.integer('parcours_id').references('id').inTable('parcours').onDelete('SET NULL');
      // Name of the item at that time; null for a measure about the account.
      table.text('name');
      table.text('words');
      table.text('taken_at').notNullable();
      table.integer('taken_by').references('id').inTable('accounts').onDelete('SET NULL');
      // Null until the account has seen it.
      table.text('seen_at');
      table.text('answer');
      table.text('answered_at');
      // Null while an answer is unread.
      table.text('answer_closed_at');
      table.index('account_id');
      table.index('place_id');
      table.index('parcours_id');
      table.index('taken_by');
    });
  },
};
