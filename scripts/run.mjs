import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root, an absolute path with a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * A program and its arguments.
 * @typedef {readonly [string, readonly string[]]} Command
 */

/**
 * Returns the command that runs an installed command-line tool.
 *
 * @param {string} script a path inside node_modules, such as `typescript/bin/tsc`
 * @param {readonly string[]} args
 * @returns {Command | null} null, after a message, if the tool is not installed
 */
export function toolCommand(script, args) {
  const path = `${ROOT}node_modules/${script}`;
  if (existsSync(path)) return [process.execPath, [path, ...args]];
  console.error(`${script} is not installed. 'npm ci --include=dev' installs all that builds and tests need.`);
  return null;
}

/**
 * Runs an installed command-line tool until it ends.
 *
 * @param {string} script a path inside node_modules
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 * @returns {Promise<number>} its exit code; 1 if a signal ended it or it is not installed
 */
export async function runTool(script, args, env = {}) {
  const command = toolCommand(script, args);
  return command === null ? 1 : run(...command, env);
}

/**
 * Runs a command in the repository's root with this process's streams until it ends.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to this process's environment
 * @param {(pid: number) => void} [onStart] is called with its process id once it has started
 * @returns {Promise<number>} its exit code; 1 if a signal ended it or it could not be started
 */
export function run(command, args, env = {}, onStart = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    if (child.pid !== undefined) onStart(child.pid);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
