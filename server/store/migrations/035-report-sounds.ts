import type { Migration } from './migration.ts';

/** The own sounds of a reported place's tellings when it was reported, as migration 026 has the place's own. */
export const reportSounds: Migration = {
  name: '035-report-sounds',

  async up(knex) {
    await knex.schema.createTable('report_sounds', (table) => {
      table.increments('id');
      table.integer('report_id').notNullable().references('id').inTable('reports').onDelete('CASCADE');
      table.text('language').notNullable();
      table.text('kind').notNullable();
      // Retained while the report is open. No foreign key: a closed report may outlive it.
      table.text('media_sha256').notNullable();
      table.unique(['report_id', 'language', 'kind']);
      table.index('media_sha256');
    });
    const open = knex('reports')
      .join('tellings', 'tellings.place_id', 'reports.place_id')
      .where('reports.closed_at', null)
      .whereNotNull('tellings.media_sha256')
      .select('reports.id', 'language', 'kind', 'tellings.media_sha256');
    await knex(
      knex.raw('?? (??, ??, ??, ??)', ['report_sounds', 'report_id', 'language', 'kind', 'media_sha256']),
    ).insert(open);
  },
};
