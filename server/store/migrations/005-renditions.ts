import type { Migration } from './migration.ts';

/** The rendition beside an audio file, and the loudness measured for it. */
export const renditions: Migration = {
  name: '005-renditions',

  async up(knex) {
    await knex.schema.alterTable('media', (table) => {
      // SHA-256 of the rendition file, which is named after the audio; null while there is none.
      table.text('rendition_sha256');
      table.bigInteger('rendition_bytes');
      table.integer('rendition_failures').notNullable().defaultTo(0);
      table.double('loudness_lufs');
      table.double('loudness_range_lu');
      table.double('true_peak_dbtp');
    });
  },
};
