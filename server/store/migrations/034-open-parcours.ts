import type { Migration } from './migration.ts';

/** Parcours that people see without an account. */
export const openParcours: Migration = {
  name: '034-open-parcours',

  async up(knex) {
    await knex.schema.alterTable('parcours', (table) => {
      // 'link' or 'catalogue'; null for members only.
      table.text('visibility');
      // Its name in public addresses; stays when it is closed, so that printed addresses work once it is open again.
      table.text('slug');
      table.unique(['slug']);
    });
  },
};
