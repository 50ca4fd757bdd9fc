import type { Migration } from './migration.ts';

/**
 * The uploader of each file, whose quota it uses; the waveform beside an audio file; and images, of a parcours or as an
 * account's picture, whose rows may share a file.
 */
export const media: Migration = {
  name: '003-media',

  async up(knex) {
    await knex.schema.alterTable('media', (table) => {
      // No foreign key: SQLite would have to create the table anew, and places refer to it.
      table.integer('uploader_id');
      // SHA-256 of the waveform file, which is named after the audio; null while there is none.
      table.text('peaks_sha256');
      table.index('uploader_id');
    });
    await knex.schema.createTable('images', (table) => {
      table.increments('id');
      table.text('sha256').notNullable();
      table.bigInteger('size_bytes').notNullable();
      table.integer('uploader_id').references('id').inTable('accounts').onDelete('CASCADE');
      // Null for a profile picture of its uploader.
      table.integer('parcours_id').references('id').inTable('parcours').onDelete('CASCADE');
      table.text('created_at').notNullable();
      table.index('sha256');
      table.index('uploader_id');
      table.index('parcours_id');
    });
  },
};
