import { readdirSync, readFileSync } from 'node:fs';
import { openToRead } from '../../../server/cluster/open-stores.ts';

/** Ticks of the system's clock in a second: what Linux counts processes' time in. */
const TICKS_PER_S = 100;

/** Of `/proc/PID/stat`, counted from the field behind the name. */
const PARENT = 1;
const OWN_TIMES = [11, 12];
const TIMES_OF_ENDED_CHILDREN = [13, 14];

/** Seconds of processor time that this process has taken, all of its threads. @throws Error where there is no /proc. */
export function cpuSeconds(pid: number): number {
  return secondsOf(statOf(String(pid)), OWN_TIMES);
}

/** The process that a PostgreSQL on this machine consists of, with its children. @throws Error if it is on another machine. */
export async function findPostmaster(url: string): Promise<number> {
  const database = await openToRead({ dataDir: '', url });
  if (database === null) throw new Error('Expected a PostgreSQL database');
  try {
    const { rows } = await database.reader.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
    return Number(statOf(String(rows[0]?.pid))[PARENT]);
  } finally {
    await database.close();
  }
}

/** The same of a process and of its children, those that have ended included. */
export function cpuSecondsOfAll(parent: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [statOf(pid)];
      } catch {
        // It has just ended.
        return [];
      }
    });
  const ofChildren = stats
    .filter((stat) => Number(stat[PARENT]) === parent)
    .reduce((sum, stat) => sum + secondsOf(stat, OWN_TIMES), 0);
  return ofChildren + secondsOf(statOf(String(parent)), [...OWN_TIMES, ...TIMES_OF_ENDED_CHILDREN]);
}

function secondsOf(stat: readonly string[], fields: readonly number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0) / TICKS_PER_S;
}

/** The fields behind the name, which may have blanks and brackets in it. */
function statOf(pid: string): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
}
