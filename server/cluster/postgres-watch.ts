import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, DatabaseError } from 'pg';
import { withTimeLimit } from '../store/with-time-limit.ts';

/** How often a database is probed, and how long it may stay silent before all connections to it are dropped. */
export interface Patience {
  readonly askEachMs: number;
  readonly silentMaxMs: number;
}

/** Interval at which a silent database is probed again. */
const RETRY_MS = 500;
/** Time limit for ending each process of a lost connection. All processes of one server end within `silentMaxMs`. */
const GHOST_MS = 50;
/** Probes in a row that must find a single connection silent: its answer may just be on its way. */
const LOOKS = 2;

/** The database was silent for too long, or could not be reached; the message says which. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  readonly code = 'ETIMEDOUT';
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The database does not answer: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The part of a driver's connection that the watch uses. */
export interface WatchedConnection {
  /** Passes the outcome to a callback as the last argument; without one it returns a promise. */
  query(...args: unknown[]): unknown;
  readonly connection: { readonly stream: Pick<Socket, 'bytesRead' | 'destroy'> };
}

/** An unanswered query of a connection. */
interface Asked {
  readonly pid: number;
  bytesRead: number;
  /** Probes since the last bytes arrived. */
  silent: number;
  /** Probes in a row that found the database idle on the connection. */
  idle: number;
}

/** Watches one process' connections to PostgreSQL: a network that drops packets breaks none, and calls would wait. */
export interface Watch {
  /** Distinguishes the connections of this watch from all others on the database. */
  readonly applicationName: string;
  /** Creates the socket of a new connection. @throws SilenceError while the database is silent. */
  readonly openSocket: () => Socket;
  /** Starts to watch a connection; `pid` is that of its process on the database's side. */
  add(connection: WatchedConnection, pid: number): void;
  /** False from the moment the database is found silent until it answers again. */
  isAnswering(): boolean;
  /**
   * Takes a connection from a pool; one that comes too late goes to `giveBack`. @throws SilenceError at once, while
   * silent
   */
  take<Taken>(take: () => Promise<Taken>, giveBack: (late: Taken) => void): Promise<Taken>;
  /** Ends the watch and its remaining connections. */
  close(): Promise<void>;
}

/** Starts a watch, with a connection of its own. The caller closes it. */
export function watchForSilence(settings: ClientConfig, { askEachMs, silentMaxMs }: Patience): Watch {
  const applicationName = `drop-ici ${process.pid} ${crypto.randomUUID().slice(0, 8)}`;
  const sockets = new Set<Socket>();
  const asked = new Map<WatchedConnection, Asked>();
  const waiting = new Set<(silence: SilenceError) => void>();
  const closing = new AbortController();
  /** Creates a separate error for each waiting call, because the query builder adds the query's text to it. */
  let silence: (() => SilenceError) | null = null;
  let probe: Client | null = null;

  function newSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  }

  function giveUp({ reason, cause }: SilenceError): void {
    silence ??= () => new SilenceError(reason, cause);
    for (const socket of sockets) socket.destroy(silence());
    for (const refuse of waiting) refuse(silence());
    waiting.clear();
  }

  async function connect(): Promise<Client> {
    closing.signal.throwIfAborted();
    const socket = newSocket();
    const client = new Client({ ...settings, application_name: applicationName, stream: () => socket });
    client.on('error', () => undefined);
    try {
      await answered(silentMaxMs, client.connect());
      // The address may contain another name.
      await answered(silentMaxMs, client.query(setName(applicationName)));
      return client;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /**
   * Ends the database's processes of lost connections, all or those with these ids, and waits for that: they have
   * locks, and a statement sent to them might still run.
   */
  async function endGhosts(client: Client, pids: readonly number[] | null): Promise<void> {
    const own = 'application_name = $1 and usename = current_user and pid <> pg_backend_pid()';
    const ended = client.query(
      `select pg_terminate_backend(pid, ${GHOST_MS}) from pg_stat_activity
        where ${own} and ($2::int[] is null or pid = any($2))`,
      [applicationName, pids],
    );
    await answered(silentMaxMs, ended);
  }

  /** Probes the database, and asks whether it is busy for connections that have long been silent. */
  async function ask(client: Client): Promise<void> {
    const suspects: [WatchedConnection, Asked][] = [];
    for (const [connection, at] of asked) {
      const { bytesRead } = connection.connection.stream;
      if (bytesRead === at.bytesRead) at.silent += 1;
      else Object.assign(at, { bytesRead, silent: 0, idle: 0 });
      if (at.silent >= LOOKS) suspects.push([connection, at]);
    }
    const pids = suspects.map(([, { pid }]) => pid);
    if (pids.length === 0) {
      await answered(silentMaxMs, client.query('select 1'));
      return;
    }
    const busy = "application_name = $1 and pid = any($2::int[]) and state not like 'idle%'";
    const found = client.query<{ pid: number }>(`select pid from pg_stat_activity where ${busy}`, [
      applicationName,
      pids,
    ]);
    const { rows } = await answered(silentMaxMs, found);
    const lost = suspects.filter(([connection, at]) => {
      // It may have answered meanwhile.
      if (asked.get(connection) !== at || connection.connection.stream.bytesRead !== at.bytesRead) return false;
      at.idle = rows.some(({ pid }) => pid === at.pid) ? 0 : at.idle + 1;
      return at.idle >= LOOKS;
    });
    if (lost.length === 0) return;
    // Ended before the call fails, because its caller then reads the stored state, which must not change any more.
    const gone = lost.map(([, { pid }]) => pid);
    await endGhosts(client, gone);
    for (const [{ connection }] of lost) connection.stream.destroy(new SilenceError('one connection is silent'));
  }

  /** Whether the probe still works; drops all other connections if the database is silent. */
  async function isThere(client: Client): Promise<boolean> {
    try {
      await ask(client);
      return true;
    } catch (error) {
      if (error instanceof SilenceError) giveUp(error);
      client.connection.stream.destroy();
      return false;
    }
  }

  async function look(): Promise<void> {
    try {
      if (probe === null || !(await isThere(probe))) {
        probe = null;
        probe = await connect();
      }
      if (silence !== null) await endGhosts(probe, null);
      silence = null;
    } catch (error) {
      probe?.connection.stream.destroy();
      // A database that refuses is reachable, so the other connections may work.
      const isRefusal = error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? '');
      if (isRefusal) silence = null;
      else giveUp(error instanceof SilenceError ? error : new SilenceError(reasonOf(error), error));
    }
  }

  async function watch(): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      const ms = silence === null ? askEachMs : RETRY_MS;
      // The watch must not keep the process alive.
      await pause(ms, undefined, { ref: false, signal }).then(look, () => undefined);
    }
  }

  const watching = watch();
  return {
    applicationName,
    openSocket: () => {
      if (silence !== null) throw silence();
      return newSocket();
    },
    add: (connection, pid) => {
      const query = connection.query.bind(connection);
      connection.query = (...args) => {
        asked.set(connection, { pid, bytesRead: connection.connection.stream.bytesRead, silent: 0, idle: 0 });
        const end = (): unknown => asked.delete(connection);
        const done = args.at(-1);
        if (typeof done === 'function') {
          return query(...args.slice(0, -1), (...outcome: unknown[]) => {
            end();
            done(...outcome);
          });
        }
        const result = query(...args);
        Promise.resolve(result).then(end, end);
        return result;
      };
    },
    isAnswering: () => silence === null,
    take: async (take, giveBack) => {
      if (silence !== null) throw silence();
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        take().then(
          (taken) => {
            if (waiting.delete(reject)) resolve(taken);
            else giveBack(taken);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(error);
          },
        );
      });
    },
    close: async () => {
      closing.abort();
      const last = probe?.end();
      if (last !== undefined) await answered(RETRY_MS, last).catch(() => undefined);
      for (const socket of sockets) socket.destroy();
      await watching;
    },
  };
}

/** If a host name has several addresses, their common error has no message. */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = error as Partial<NodeJS.ErrnoException>;
  return message === '' ? code : message;
}

/** SQL that names a connection; a query, because a pooler in between may hand out one with another name. */
export function setName(applicationName: string): string {
  return `SET application_name = '${applicationName}';`;
}

/** Rejects unless `work` ends within `ms`. */
function answered<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return withTimeLimit(ms, work, () => new SilenceError(`it was silent for ${ms} ms`));
}
