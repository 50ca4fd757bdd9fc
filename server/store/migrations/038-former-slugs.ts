import type { Migration } from './migration.ts';

/** Slugs that parcours had before: they lead to the new one, and belong to nobody else. */
export const formerSlugs: Migration = {
  name: '038-former-slugs',

  async up(knex) {
    await knex.schema.createTable('former_slugs', (table) => {
      table.increments('id');
      table.text('slug').notNullable();
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      table.unique(['slug']);
      table.index('parcours_id');
    });
  },
};
