import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders that never contain sources. */
const NOT_SOURCES = new Set(['node_modules', 'build', 'dist', '.cache']);

/**
 * Hashes the content of files and folders, independently of times and listing order.
 *
 * @param {string} root folder that `paths` are relative to
 * @param {readonly string[]} paths files or folders; a missing one counts as empty
 * @returns {string} SHA-256 in hexadecimal
 */
export function contentHash(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, root, path);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 */
function addToHash(hash, root, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  if (statSync(absolute).isDirectory()) {
    for (const name of readdirSync(absolute).sort()) {
      if (!NOT_SOURCES.has(name)) addToHash(hash, root, `${path}/${name}`);
    }
    return;
  }
  const content = readFileSync(absolute);
  hash.update(`${path}\0${content.length}\0`).update(content);
}

/**
 * Runs a build step unless its output exists and was built from the same inputs.
 *
 * @param {{ name: string, root: string, inputs: readonly string[], output: string, build: () => Promise<void> }} step
 *   `inputs` and `output` are relative to `root`; `output` is a file that the step writes
 * @returns {Promise<boolean>} true when the step ran
 */
export async function buildIfStale({ name, root, inputs, output, build }) {
  const stampPath = join(root, '.cache/stamps', `${name}.sha256`);
  const hash = contentHash(root, inputs);
  const isFresh = existsSync(join(root, output)) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash;
  if (isFresh) return false;
  // First, so that the output of a failed build doesn't count as fresh.
  rmSync(stampPath, { force: true });
  await build();
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, hash);
  return true;
}
