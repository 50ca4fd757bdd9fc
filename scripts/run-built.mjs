import { readFileSync } from 'node:fs';
import { ROOT } from './run.mjs';

/**
 * Builds what is stale, then runs a program of the built server in this process; if it can't, ends with a one-sentence
 * reason.
 *
 * @param {() => Promise<void>} build
 * @param {string} program its file below `dist/server/server`
 * @returns {Promise<void>}
 */
export async function runBuilt(build, program) {
  const { engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const reason = tooOld(process.versions.node, engines.node) ?? (await failureOf(build()));
  if (reason !== null) return end(reason);
  try {
    await import(new URL(`../dist/server/server/${program}`, import.meta.url).href);
  } catch (error) {
    const missing = missingPackage(error);
    if (missing === null) throw error;
    end(missing);
  }
}

/**
 * Returns why a version of Node is too old; null if it isn't.
 *
 * @param {string} version
 * @param {string} range the oldest accepted version, such as `>=20.19`
 * @returns {string | null}
 */
export function tooOld(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least = 0, leastMinor = 0] = range.replace(/^>=/, '').split('.').map(Number);
  if (major > least || (major === least && minor >= leastMinor)) return null;
  return `This is Node ${version} (${process.execPath}); ${least}.${leastMinor} or later is needed. Install that, and then the packages again: npm ci`;
}

/**
 * Returns what to do if a package that the program imports is not installed; null for any other failure.
 *
 * @param {unknown} error
 * @returns {string | null}
 */
export function missingPackage(error) {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = /^Cannot find package '([^']+)'/.exec(error.message)?.[1];
  return name === undefined ? null : `The package ${name} is not installed: run npm ci --omit=dev in ${ROOT}`;
}

/**
 * @param {Promise<void>} work
 * @returns {Promise<string | null>}
 */
function failureOf(work) {
  return work.then(
    () => null,
    (error) => (error instanceof Error ? error.message : String(error)),
  );
}

/** @param {string} reason */
function end(reason) {
  console.error(reason);
  process.exit(1);
}
