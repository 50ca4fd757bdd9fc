import type { Knex } from 'knex';
import type { Reader } from './database.ts';

type Value = string | number;
type Build<Values> = (reader: Reader, values: Values) => Knex.QueryBuilder;

interface Compiled {
  readonly sql: string;
  /** The index of a value, or a constant that the query itself binds. */
  readonly bindings: readonly (number | { readonly fixed: unknown })[];
}

/**
 * Compiles a frequent query once per database and number of values, because building it takes several times as long as
 * looking up a row by its key. `build` only puts each value where it is bound.
 */
export function compiled<Row, Values extends readonly Value[]>(build: Build<Values>) {
  const built = new Map<string, Compiled>();
  return async (reader: Reader, values: Values): Promise<Row[]> => {
    const key = `${reader.client.dialect} ${values.length}`;
    let query = built.get(key);
    if (query === undefined) {
      query = compile(reader, build, values.length);
      built.set(key, query);
    }
    const { sql, bindings } = query;
    return run<Row>(
      reader,
      sql,
      bindings.map((binding) => (typeof binding === 'number' ? values[binding] : binding.fixed)),
    );
  };
}

function compile<Values extends readonly Value[]>(reader: Reader, build: Build<Values>, count: number): Compiled {
  const marks = Array.from({ length: count }, (_, index) => `value ${index} of a query that is built once`);
  const { sql, bindings } = build(reader, marks as readonly Value[] as Values)
    .toSQL()
    .toNative();
  return {
    sql,
    bindings: bindings.map((bound) => {
      const index = marks.indexOf(bound as string);
      return index < 0 ? { fixed: bound } : index;
    }),
  };
}

/** Runs the query on a connection of the pool or of the transaction. */
async function run<Row>({ client }: Reader, sql: string, bindings: readonly unknown[]): Promise<Row[]> {
  const connection: unknown = await client.acquireConnection();
  try {
    const query = { sql, bindings, method: 'select', response: undefined as unknown };
    await client._query(connection, query);
    // SQLite's driver returns the rows, PostgreSQL's an object that contains them.
    return (Array.isArray(query.response) ? query.response : (query.response as { rows: unknown[] }).rows) as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}
