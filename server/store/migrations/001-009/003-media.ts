import type { Migration } from '../migration.ts';

/**
 * Who uploaded a file, whose quota it takes; the waveform beside an audio file; and images. An image's file is named by
 * its content as audio is; it is kept for a parcours, or as the picture of the account that uploaded it, and several
 * rows may name one file.
 */
export const media: Migration = {
  name: '003-media',

  async up(knex) {
    await knex.schema.alterTable('media', (table) => {
      // No reference: SQLite would have to make the table anew, which places refer to.
      table.integer('uploader_id');
      // SHA-256 of the waveform's file, which has the audio's name; null while there is none.
      table.text('peaks_sha256');
      table.index('uploader_id');
    });
    await knex.schema.createTable('images', (table) => {
      table.increments('id');
      table.text('sha256').notNullable();
      table.bigInteger('size_bytes').notNullable();
      table.integer('uploader_id').references('id').inTable('accounts').onDelete('CASCADE');
      // Null for a picture of its uploader.
      table.integer('parcours_id').references('id').inTable('parcours').onDelete('CASCADE');
      table.text('created_at').notNullable();
      table.index('sha256');
      table.index('uploader_id');
      table.index('parcours_id');
    });
  },

  async down(knex) {
    await knex.schema.dropTable('images');
    await knex.schema.alterTable('media', (table) => {
      table.dropIndex('uploader_id');
      table.dropColumn('uploader_id');
      table.dropColumn('peaks_sha256');
    });
  },
};
