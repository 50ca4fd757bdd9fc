import { createWordTriggers } from './list-triggers.ts';
import type { Migration } from './migration.ts';

/** What places and parcours say beside name and sound: texts in several languages, transcripts, pictures, facts. */
export const tellings: Migration = {
  name: '033-tellings',

  async up(knex) {
    await knex.schema.createTable('tellings', (table) => {
      table.increments('id');
      table.integer('place_id').notNullable().references('id').inTable('places').onDelete('CASCADE');
      table.text('language').notNullable();
      table.text('kind').notNullable();
      // Empty for the place's own name.
      table.text('name').notNullable();
      // Markdown.
      table.text('text').notNullable();
      table.text('link');
      // WebVTT.
      table.text('transcript');
      // 'draft' or 'approved'; null without a transcript.
      table.text('transcript_state');
      // Null for the place's own sound.
      table.text('media_sha256').references('sha256').inTable('media');
      // The account that sent the sound.
      table.integer('audio_by').references('id').inTable('accounts').onDelete('SET NULL');
      table.text('changed_at').notNullable();
      table.integer('changed_by').references('id').inTable('accounts').onDelete('SET NULL');
      table.unique(['place_id', 'language', 'kind']);
      table.index('media_sha256');
      table.index('audio_by');
      table.index('changed_by');
    });
    await knex.schema.createTable('pictures', (table) => {
      table.increments('id');
      table.integer('place_id').notNullable().references('id').inTable('places').onDelete('CASCADE');
      // Ascending in the order of the place's pictures, perhaps with gaps.
      table.integer('position').notNullable();
      table.text('credit').notNullable();
      // Of its largest file, in pixels.
      table.integer('width').notNullable();
      table.integer('height').notNullable();
      table.integer('uploader_id').references('id').inTable('accounts').onDelete('SET NULL');
      table.text('created_at').notNullable();
      table.index('place_id');
      table.index('uploader_id');
    });
    await knex.schema.createTable('picture_files', (table) => {
      table.integer('picture_id').notNullable().references('id').inTable('pictures').onDelete('CASCADE');
      // The file's extension: 'avif', 'webp' or 'jpg'.
      table.text('type').notNullable();
      table.integer('width').notNullable();
      table.text('sha256').notNullable();
      table.bigInteger('size_bytes').notNullable();
      table.primary(['picture_id', 'type', 'width']);
      table.index('sha256');
    });
    await knex.schema.createTable('picture_words', (table) => {
      table.integer('picture_id').notNullable().references('id').inTable('pictures').onDelete('CASCADE');
      table.text('language').notNullable();
      table.text('kind').notNullable();
      table.text('description').notNullable();
      table.primary(['picture_id', 'language', 'kind']);
    });
    await knex.schema.alterTable('parcours', (table) => {
      // Its first language: that of its places' names and sounds.
      table.text('language').notNullable().defaultTo('fr');
      // JSON; null for none.
      table.text('facts');
    });
    await knex.schema.createTable('parcours_words', (table) => {
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.text('language').notNullable();
      table.text('name').notNullable();
      table.text('description').notNullable();
      table.primary(['parcours_id', 'language']);
    });
    await createWordTriggers(knex);
  },
};
