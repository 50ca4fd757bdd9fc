import type { Migration } from './migration.ts';

/** What places were before each change, for some time. */
export const placeVersions: Migration = {
  name: '029-place-versions',

  async up(knex) {
    await knex.schema.createTable('place_versions', (table) => {
      table.increments('id');
      table.integer('place_id').notNullable().references('id').inTable('places').onDelete('CASCADE');
      table.text('name').notNullable();
      // GeoJSON text.
      table.text('geometry').notNullable();
      table.text('media_sha256').references('sha256').inTable('media');
      // The account that sent the audio.
      table.integer('audio_by').references('id').inTable('accounts').onDelete('SET NULL');
      table.text('replaced_at').notNullable();
      // The account whose change ended this version.
      table.integer('replaced_by').references('id').inTable('accounts').onDelete('SET NULL');
      table.index('place_id');
      table.index('media_sha256');
      table.index('audio_by');
      table.index('replaced_at');
      table.index('replaced_by');
    });
  },
};
