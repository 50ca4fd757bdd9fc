import { createListTriggers, dropListTriggers } from './list-triggers.ts';
import type { Migration } from './migration.ts';

/**
 * Whose word counts: what an editor or an admin of a parcours deleted, who sent a place's audio, audio that the site's admins
 * keep from a parcours, and links to exports, which go with their sessions.
 */
export const whoseWord: Migration = {
  name: '021-whose-word',

  async up(knex) {
    await knex.schema.alterTable('places', (table) => {
      // 'editor' or 'admin'; null unless one deleted what somebody else made. Of before, nobody knows who did.
      table.text('deleted_as');
    });
    // Not by knex: it would make the table anew, without its triggers.
    await knex.raw('ALTER TABLE places ADD COLUMN audio_by integer REFERENCES accounts (id) ON DELETE SET NULL');
    await knex.schema.alterTable('places', (table) => {
      table.index('audio_by');
    });
    // A file's row has only its first uploader, who sent it to a place of somebody else's if they may have changed that.
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
      // No reference: it is remembered when the file is gone.
      table.text('media_sha256').notNullable();
      table.primary(['parcours_id', 'media_sha256']);
    });
    await knex('hidden_audio').insert(
      knex('places')
        .whereNotNull('media_sha256')
        .where((held) => held.whereNotNull('hidden_at').orWhere('is_removed', true))
        .distinct('parcours_id', 'media_sha256'),
    );
    // What is there is good for a minute.
    await knex.schema.dropTable('export_links');
    await knex.schema.createTable('export_links', (table) => {
      // SHA-256 of the link's name, which is stored nowhere.
      table.text('name_hash').primary();
      table.integer('account_id').notNullable().unique().references('id').inTable('accounts').onDelete('CASCADE');
      table.text('session_id').notNullable().references('id').inTable('sessions').onDelete('CASCADE');
      table.text('expires_at').notNullable();
      table.index('session_id');
    });
  },

  async down(knex) {
    await knex.schema.alterTable('export_links', (table) => {
      table.dropIndex('session_id');
      table.dropColumn('session_id');
    });
    await knex.schema.dropTable('hidden_audio');
    // SQLite makes the table anew for it, without its triggers.
    await dropListTriggers(knex);
    await knex.schema.alterTable('places', (table) => {
      table.dropIndex('audio_by');
      table.dropColumns('deleted_as', 'audio_by');
    });
    await knex('list_versions').delete();
    await createListTriggers(knex);
  },
};
