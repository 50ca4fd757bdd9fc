import type { Migration } from './migration.ts';

/** Who listened to which story on which day, until they are counted; and the counts, which name nobody. */
export const listens: Migration = {
  name: '030-listens',

  async up(knex) {
    await knex.schema.createTable('listens', (table) => {
      table.integer('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE');
      table.integer('place_id').notNullable().references('id').inTable('places').onDelete('CASCADE');
      // The day on which the server learned of it, in UTC.
      table.text('day').notNullable();
      table.boolean('is_finished').notNullable();
      table.primary(['account_id', 'place_id', 'day']);
      table.index('place_id');
      table.index('day');
    });
    await knex.schema.createTable('heard_counts', (table) => {
      table.integer('parcours_id').notNullable().references('id').inTable('parcours').onDelete('CASCADE');
      // 'day', 'place' or 'link'.
      table.text('kind').notNullable();
      // A place's id, a link's label, or nothing.
      table.text('item').notNullable();
      // Empty in the first counts of a parcours, which have no beginning.
      table.text('from_day').notNullable();
      table.text('until_day').notNullable();
      table.integer('begun').notNullable();
      table.integer('finished').notNullable();
      table.primary(['parcours_id', 'kind', 'item', 'until_day']);
      table.index('until_day');
    });
  },
};
