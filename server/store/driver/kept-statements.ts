/** How many statements a connection keeps, those that were used last. The server's calls read with fewer. */
const KEPT_MAX = 200;

type Rows = (error: Error | null, rows?: unknown[]) => void;

interface Statement {
  all(bindings: readonly unknown[], done: Rows): void;
  finalize(): void;
}

/** Of a connection, what is changed. */
export interface KeepingConnection {
  all(sql: string, bindings: readonly unknown[], done: Rows): void;
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  close(done: (error: Error | null) => void): void;
}

/**
 * Lets a connection that only reads keep its statements instead of preparing one for each query, which is another task for a
 * thread. They are read to their end, so that none holds a snapshot while it is kept.
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
