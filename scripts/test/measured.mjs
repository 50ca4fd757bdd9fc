import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.mjs';

/**
 * Runs a command as `run` does, and measures it.
 *
 * @param {import('../run.mjs').Command | null} command null: nothing runs, and the code is 1
 * @param {NodeJS.ProcessEnv} [env] added to this process's
 * @returns {Promise<{ code: number, processorS: number | null }>} the exit code, and the processor seconds of the command and of
 *   all processes that it started and waited for; null where there is no POSIX shell to ask
 */
export async function measure(command, env = {}) {
  if (command === null) return { code: 1, processorS: null };
  if (process.platform === 'win32') return { code: await run(...command, env), processorS: null };
  const folder = mkdtempSync(join(tmpdir(), 'drop-ici-times-'));
  const file = join(folder, 'times');
  // Node tells the usage of its own process only; a shell tells that of its children.
  const timed = ['-c', '"$@"; code=$?; times > "$TIMES_FILE"; exit $code', 'sh', command[0], ...command[1]];
  try {
    const code = await run('sh', timed, { ...env, TIMES_FILE: file });
    return { code, processorS: childrenSeconds(readFileSync(file, 'utf8')) };
  } catch {
    // A signal ended the shell before it wrote.
    return { code: 1, processorS: null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} times what a shell's `times` prints: user and system time, of itself and then of its children
 * @returns {number} seconds of the children
 */
export function childrenSeconds(times) {
  const seconds = [...times.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  const [, , user = Number.NaN, system = Number.NaN] = seconds;
  return user + system;
}
