import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Ticks of the system's clock in a second: what Linux counts processes' time in. */
const TICKS_PER_S = 100;

/** Seconds of processor time that this process has taken, all of its threads. @throws Error where there is no /proc. */
export function cpuSeconds(pid: number): number {
  // Behind the name, which may have blanks and brackets in it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
}

/** The same of all of this machine's PostgreSQL, those of its processes that have ended included; 0 without one. */
export function postgresSeconds(): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .reduce((sum, pid) => sum + timeIfPostgres(pid), 0);
}

function timeIfPostgres(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (!stat.includes('(postgres')) return 0;
    const fields = stat.split(') ').at(-1)?.split(' ') ?? [];
    // Its own, and of children that it has waited for.
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS_PER_S;
  } catch {
    // It has just ended.
    return 0;
  }
}
