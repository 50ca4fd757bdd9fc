import type { Migration } from './migration.ts';

/**
 * Sessions, Google accounts, bundles, invitations that expire, recording sessions, and the stored answers to repeated
 * requests. Times are ISO 8601 texts in UTC.
 */
export const wholeApi: Migration = {
  name: '002-whole-api',

  async up(knex) {
    await knex.schema.alterTable('accounts', (table) => {
      // Google's id of the account; email addresses there change owners.
      table.text('google_subject');
      table.unique(['google_subject']);
    });
    await knex.schema.createTable('sessions', (table) => {
      table.text('id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('created_at').notNullable();
      table.text('expires_at').notNullable();
      table.index('account_id');
      table.index('expires_at');
    });
    await knex.schema.createTable('bundles', (table) => {
      table.increments('id');
      table.text('name').notNullable();
      table.text('description').notNullable();
      table.text('created_at').notNullable();
    });
    await knex.schema.createTable('bundled_parcours', (table) => {
      table.integer('bundle_id').notNullable().references('id').inTable('bundles').onDelete('CASCADE');
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.text('added_at').notNullable();
      table.primary(['bundle_id', 'parcours_id']);
      table.index('parcours_id');
    });
    // Created anew, because SQLite cannot change a table's primary key.
    await knex.schema.renameTable('invitations', 'old_invitations');
    await knex.schema.createTable('invites', (table) => {
      table.increments('id');
      table.text('token_hash').notNullable().unique();
      // From it and the server's secret the token is derived again, so that a share link can be shown twice; null if it
      // can't be.
      table.text('nonce');
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.text('privilege').notNullable();
      table.integer('inviter_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('created_at').notNullable();
      table.text('expires_at');
      table.text('revoked_at');
      table.index(['parcours_id', 'inviter_id']);
    });
    const columns = ['token_hash', 'parcours_id', 'privilege', 'inviter_id', 'created_at'];
    await knex(knex.raw('?? (??, ??, ??, ??, ??)', ['invites', ...columns])).insert(
      knex('old_invitations').select(columns),
    );
    await knex.schema.dropTable('old_invitations');
    await knex.schema.createTable('recording_sessions', (table) => {
      table.text('id').primary();
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.integer('place_id').references('id').inTable('places').onDelete('CASCADE');
      // SHA-256 of the single upload that finished it; null until then.
      table.text('fingerprint');
      table.text('created_at').notNullable();
      table.index('account_id');
      table.index('place_id');
      table.index('created_at');
    });
    await knex.schema.createTable('kept_answers', (table) => {
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      // The client's Idempotency-Key.
      table.text('key').notNullable();
      table.text('call').notNullable();
      // SHA-256 of the request: the same key with another request is an error.
      table.text('fingerprint').notNullable();
      // JSON from which the answer is rebuilt.
      table.text('outcome').notNullable();
      table.text('created_at').notNullable();
      table.primary(['account_id', 'key']);
      table.index('created_at');
    });
    await knex.schema.createTable('events', (table) => {
      table.increments('id');
      table.integer('account_id').references('id').inTable('accounts').onDelete('SET NULL');
      table.text('name').notNullable();
      table.text('happened_at').notNullable();
      table.text('received_at').notNullable();
      // JSON of the event's own properties.
      table.text('properties').notNullable();
      table.index('account_id');
      table.index('happened_at');
    });
  },
};
