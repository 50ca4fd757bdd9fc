import type { Knex } from 'knex';

/** One step of the database schema. */
export interface Migration {
  /** Stored in the database after the migration ran, so it never changes. */
  readonly name: string;
  up(knex: Knex): Promise<void>;
}
