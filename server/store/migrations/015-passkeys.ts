import type { Migration } from './migration.ts';

/** Passkeys of accounts, and the challenges that authenticators have to sign. */
export const passkeys: Migration = {
  name: '015-passkeys',

  async up(knex) {
    await knex.schema.createTable('passkeys', (table) => {
      table.increments('id');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      // Bytes are stored as base64url.
      table.text('credential_id').notNullable().unique();
      table.text('public_key').notNullable();
      // The account's id at the authenticator: random, and the same for all passkeys of an account.
      table.text('user_handle').notNullable();
      table.bigInteger('counter').notNullable();
      // A JSON array of the transports by which browsers reach the authenticator.
      table.text('transports').notNullable();
      // The browser and system it was added with; null if unknown.
      table.text('browser');
      table.text('system');
      table.text('added_at').notNullable();
      table.text('used_at');
      table.index('account_id');
    });
    await knex.schema.createTable('passkey_challenges', (table) => {
      // SHA-256 of the challenge, which is not stored.
      table.text('challenge_hash').primary();
      table.text('purpose').notNullable();
      // Null for a login: the response identifies the account.
      table.integer('account_id').references('id').inTable('accounts').onDelete('CASCADE');
      table.text('user_handle');
      table.text('expires_at').notNullable();
      table.index('account_id');
      table.index('expires_at');
    });
  },
};
