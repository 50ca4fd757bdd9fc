import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { run } from '../run.mjs';

/** A process that ends between two looks loses its last moments: some hundredths of what a run takes. */
const LOOK_EVERY_MS = 250;
/** Linux counts the time of processes in these, whatever its clock does. */
const TICKS_PER_SECOND = 100;

/**
 * Runs a command as `run` does, and measures it.
 *
 * @param {import('../run.mjs').Command | null} command null: nothing runs, and the code is 1
 * @param {NodeJS.ProcessEnv} [env] added to this process's
 * @returns {Promise<{ code: number, processorS: number | null }>} the exit code, and the processor seconds of the command and of
 *   all processes below it; null where there is no /proc to read them from
 */
export async function measure(command, env = {}) {
  if (command === null) return { code: 1, processorS: null };
  if (!existsSync('/proc/self/stat')) return { code: await run(...command, env), processorS: null };
  // What a process reports of its children leaves out those of a browser, for which nobody waits.
  const usage = new ProcessorUsage();
  /** @type {NodeJS.Timeout | undefined} */
  let looking;
  const code = await run(...command, env, (pid) => {
    usage.follow(pid);
    looking = setInterval(() => usage.look(readProcesses()), LOOK_EVERY_MS);
  });
  clearInterval(looking);
  return { code, processorS: usage.seconds() };
}

/**
 * A process at one moment: its id, its parent's, when it started, and the ticks of processor that it has taken itself.
 * @typedef {{ pid: number, parent: number, started: number, ticks: number }} Process
 */

/** Adds up what a process and all below it take, also those that have ended or lost their parent. */
export class ProcessorUsage {
  /** Ids of the processes that count, each with when it started: a system gives ids again. @type {Map<number, number | null>} */
  #followed = new Map();
  /** Ticks by id and start. @type {Map<string, number>} */
  #ticks = new Map();

  /** @param {number} pid of the first process */
  follow(pid) {
    this.#followed.set(pid, null);
  }

  /** @param {readonly Process[]} processes all that there are now, in any order */
  look(processes) {
    // A parent starts before its children.
    for (const { pid, parent, started, ticks } of [...processes].sort(
      (a, b) => a.started - b.started || a.pid - b.pid,
    )) {
      const known = this.#followed.get(pid);
      const counts = known === null || known === started || this.#followed.has(parent);
      if (!counts) continue;
      this.#followed.set(pid, started);
      this.#ticks.set(`${pid} ${started}`, ticks);
    }
  }

  /** @returns {number} what was seen so far */
  seconds() {
    return [...this.#ticks.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
  }
}

/** @returns {Process[]} */
function readProcesses() {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of its program, in parentheses, may hold anything; the fields are those of proc(5) from the third on.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [parent = 0, user = 0, system = 0, started = 0] = [1, 11, 12, 19].map((at) => Number(fields[at]));
      return [{ pid: Number(name), parent, started, ticks: user + system }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}
