import type { Migration } from './migration.ts';

/** The reported item as it was when it was reported, whatever its author changes before the site's admins look. */
export const reportedVersions: Migration = {
  name: '026-reported-versions',

  async up(knex) {
    await knex.schema.alterTable('reports', (table) => {
      // Null for reports that were closed before this migration.
      table.text('name');
      // Description of a parcours; null for a place.
      table.text('description');
      // Audio of a place, retained while the report is open. No foreign key: a closed report may outlive it.
      table.text('media_sha256');
      table.index('media_sha256');
    });
    const place = knex('places').where('places.id', knex.ref('reports.place_id'));
    await knex('reports')
      .where({ closed_at: null })
      .whereNotNull('place_id')
      .update({ name: place.clone().select('name'), media_sha256: place.clone().select('media_sha256') });
    const parcours = knex('parcours').where('parcours.id', knex.ref('reports.parcours_id'));
    await knex('reports')
      .where({ closed_at: null })
      .whereNotNull('parcours_id')
      .update({ name: parcours.clone().select('title'), description: parcours.clone().select('description') });
  },
};
