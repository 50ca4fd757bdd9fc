import { readFileSync, rmSync } from 'node:fs';
import { ROOT, runTool } from './run.mjs';

/**
 * How many checks of a run passed, failed and were skipped.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * @param {...Tally} tallies
 * @returns {Tally} their sum
 */
export function addTallies(...tallies) {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    skipped: tallies.reduce((sum, tally) => sum + tally.skipped, 0),
  };
}

/**
 * A tool that answers only by its exit code counts as one check.
 *
 * @param {string} name
 * @param {number} code
 * @returns {Tally}
 */
export function tallyOfExit(name, code) {
  console.log(code === 0 ? `${name}: ok` : `${name}: FAILED (exit code ${code})`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Runs one of the Vitest projects and counts its tests.
 *
 * @param {string} project a project's name in vitest.config.ts
 * @returns {Promise<Tally>} a run that fails outside any test, such as a file that cannot be loaded, counts as a failure
 */
export async function runVitest(project) {
  const outputFile = `${ROOT}.cache/test-results/${project}.json`;
  rmSync(outputFile, { force: true });
  const code = await runTool('vitest/vitest.mjs', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
  ]);
  const tally = readTally(outputFile);
  if (code !== 0 && tally.failed === 0) return { ...tally, failed: 1 };
  return tally;
}

/**
 * @param {string} outputFile
 * @returns {Tally}
 */
function readTally(outputFile) {
  try {
    const result = JSON.parse(readFileSync(outputFile, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    };
  } catch {
    console.error(`No test results in ${outputFile}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
