/**
 * Maximum prepared statements cached per connection; the least recently used go first. The server's calls read with
 * fewer.
 */
const KEPT_MAX = 200;

type Rows = (error: Error | null, rows?: unknown[]) => void;

interface Statement {
  all(bindings: readonly unknown[], done: Rows): void;
  finalize(): void;
}

/** The methods of a connection that are replaced. */
export interface KeepingConnection {
  all(sql: string, bindings: readonly unknown[], done: Rows): void;
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  close(done: (error: Error | null) => void): void;
}

/**
 * Lets a read-only connection cache its prepared statements, because preparing one for each query is another task for a
 * thread. Statements are read to their end, so that no cached one holds a snapshot.
 */
export function keepStatements(connection: KeepingConnection): void {
  const kept = new Map<string, Statement>();
  const close = connection.close.bind(connection);

  const find = (sql: string, done: Rows): Statement => {
    const statement =
      kept.get(sql) ??
      connection.prepare(sql, (error) => {
        if (error === null) return;
        kept.delete(sql);
        done(error);
      });
    kept.delete(sql);
    kept.set(sql, statement);
    for (const [oldest, unused] of kept) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
      unused.finalize();
    }
    return statement;
  };

  connection.all = (sql, bindings, done) => {
    find(sql, done).all(bindings, done);
  };
  connection.close = (done) => {
    for (const statement of kept.values()) statement.finalize();
    kept.clear();
    close(done);
  };
}
