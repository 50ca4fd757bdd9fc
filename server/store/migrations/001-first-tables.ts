import type { Migration } from './migration.ts';

/**
 * Accounts, parcours with their members, invitations, places and their media. Times are ISO 8601 texts in UTC,
 * geometries are GeoJSON texts, media are named by the SHA-256 of their content in hexadecimal.
 */
export const firstTables: Migration = {
  name: '001-first-tables',

  async up(knex) {
    await knex.schema.createTable('accounts', (table) => {
      table.increments('id');
      table.text('email').notNullable().unique();
      table.text('name').notNullable();
      table.text('role').notNullable();
      table.text('password_hash').notNullable();
      table.text('picture');
      table.text('created_at').notNullable();
    });
    await knex.schema.createTable('parcours', (table) => {
      table.increments('id');
      table.text('title').notNullable();
      table.text('description').notNullable();
      table.text('image_url');
      table.text('created_at').notNullable();
    });
    await knex.schema.createTable('memberships', (table) => {
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('privilege').notNullable();
      table.text('joined_at').notNullable();
      table.primary(['parcours_id', 'account_id']);
      table.index('account_id');
    });
    await knex.schema.createTable('invitations', (table) => {
      table.text('token_hash').primary();
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.text('privilege').notNullable();
      table.integer('inviter_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('created_at').notNullable();
      table.index('parcours_id');
    });
    await knex.schema.createTable('media', (table) => {
      table.text('sha256').primary();
      table.text('extension').notNullable();
      table.bigInteger('size_bytes').notNullable();
      table.double('duration_s');
      table.text('created_at').notNullable();
    });
    await knex.schema.createTable('places', (table) => {
      table.increments('id');
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.integer('author_id').references('id').inTable('accounts').onDelete('SET NULL');
      table.text('name').notNullable();
      table.text('kind').notNullable();
      table.text('geometry').notNullable();
      table.text('media_sha256').references('sha256').inTable('media');
      table.text('created_at').notNullable();
      table.index('parcours_id');
      table.index('author_id');
      table.index('media_sha256');
    });
  },
};
