import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { run } from '../run.mjs';

/** Interval between samples. A process that ends between two loses its last moments: a few per cent of a run. */
const LOOK_EVERY_MS = 250;
/** Ticks per second in which Linux reports processor time, independent of the kernel's own timer. */
const TICKS_PER_SECOND = 100;

/**
 * Runs a command as `run` does, and measures it.
 *
 * @param {import('../run.mjs').Command | null} command null: nothing runs, and the code is 1
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 * @returns {Promise<{ code: number, processorS: number | null }>} the exit code, and the processor seconds of the
 * command and all its descendants; null on systems without /proc
 */
export async function measure(command, env = {}) {
  if (command === null) return { code: 1, processorS: null };
  if (!existsSync('/proc/self/stat')) return { code: await run(...command, env), processorS: null };
  // The times that a process reports of its children leave out a browser's processes, for which no process waits.
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
 * A process at one moment: its id, its parent's, its start, and its own processor ticks.
 * @typedef {{ pid: number, parent: number, started: number, ticks: number }} Process
 */

/** Adds up the processor time of a process and its descendants, including those that ended or lost their parent. */
export class ProcessorUsage {
  /**
   * Ids of the counted processes, each with its start, because systems reuse ids. @type {Map<number, number | null>}
   */
  #followed = new Map();
  /** Ticks by id and start. @type {Map<string, number>} */
  #ticks = new Map();

  /** @param {number} pid of the first process */
  follow(pid) {
    this.#followed.set(pid, null);
  }

  /** @param {readonly Process[]} processes all current ones, in any order */
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

  /** @returns {number} the sum so far */
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
      // The program's name, in parentheses, may contain anything; the fields are those of proc(5) from the third on.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [parent = 0, user = 0, system = 0, started = 0] = [1, 11, 12, 19].map((at) => Number(fields[at]));
      return [{ pid: Number(name), parent, started, ticks: user + system }];
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}
