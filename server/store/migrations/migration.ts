import type { Knex } from 'knex';

/** One step of the database's shape. */
export interface Migration {
  /** Kept in the database to know what has run, so it never changes. */
  readonly name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}
