import type { Migration } from './migration.ts';

/**
 * Who deleted a place, who sent its audio, audio hidden on a parcours, and links to exports, which end with sessions.
 */
export const whoseWord: Migration = {
  name: '021-whose-word',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      // 'editor' or 'admin'; null unless one of these deleted somebody else's place. For earlier deletions it is
      // unknown.
      table.text('deleted_as');
    });
    // Not with knex, which would create the table anew, without its triggers.
    await knex.raw('ALTER TABLE places ADD COLUMN audio_by integer REFERENCES accounts (id) ON DELETE SET NULL');
    await knex.schema.alterTable('places', (table) => {
      table.index('audio_by');
    });
    // A file's row has only its first uploader, who counts as the sender if they may edit the place of somebody else.
    await knex('places')
      .whereNotNull('media_sha256')
      .update({ audio_by: knex.ref('author_id') });
    const uploader = knex('media').where('media.sha256', knex.ref('places.media_sha256')).select('uploader_id');
    const editing = knex('memberships')
      .join('media', 'media.uploader_id', 'memberships.account_id')
      .where({
        'memberships.parcours_id': knex.ref('places.parcours_id'),
        'media.sha256': knex.ref('places.media_sha256'),
      })
      .whereIn('memberships.privilege', ['editor', 'admin'])
      .select(knex.raw('1'));
    await knex('places').whereExists(editing).update({ audio_by: uploader });
    await knex.schema.createTable('hidden_audio', (table) => {
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      // No foreign key: the row outlives the file.
      table.text('media_sha256').notNullable();
      table.primary(['parcours_id', 'media_sha256']);
    });
    await knex('hidden_audio').insert(
      knex('places')
        .whereNotNull('media_sha256')
        .where((held) => held.whereNotNull('hidden_at').orWhere('is_removed', true))
        .distinct('parcours_id', 'media_sha256'),
    );
    // Existing links expire within a minute.
    await knex.schema.dropTable('export_links');
    await knex.schema.createTable('export_links', (table) => {
      // SHA-256 of the link's name, which is not stored.
      table.text('name_hash').primary();
      table.integer('account_id').notNullable().unique().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('session_id').notNullable().references('id').inTable('sessions').onDelete('CASCADE');
      table.text('expires_at').notNullable();
      table.index('session_id');
    });
  },
};
