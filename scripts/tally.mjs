import { readFileSync, rmSync } from 'node:fs';
import { ROOT, runTool } from './run.mjs';

/**
 * How many checks of a run passed, failed and were skipped, and in words what failed and why.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[] }} Tally
 */

/**
 * What is read of the JSON that Vitest reports.
 * @typedef {{ status: string, fullName: string, failureMessages: readonly string[] }} ReportedTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: readonly ReportedTest[] }} ReportedFile
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
    failures: tallies.flatMap((tally) => tally.failures),
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
  if (code === 0) {
    console.log(`${name}: ok`);
    return { passed: 1, failed: 0, skipped: 0, failures: [] };
  }
  const failure = `${name}: FAILED (exit code ${code})`;
  console.log(failure);
  return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
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
  return addExit(readTally(outputFile), project, code);
}

/**
 * Counts a run that failed outside any test as one failure, beside what is known of it.
 *
 * @param {Tally} tally
 * @param {string} project
 * @param {number} code the exit code of the run
 * @returns {Tally}
 */
export function addExit(tally, project, code) {
  if (code === 0 || tally.failed > 0) return tally;
  const failure = `${project}: ended with exit code ${code}, though no test failed`;
  return { ...tally, failed: 1, failures: [...tally.failures, failure] };
}

/**
 * Names what failed and why, for the end of a run: what was printed as it happened is thousands of lines above by then.
 *
 * @param {readonly ReportedFile[]} files
 * @returns {string[]} one text per failed test, and per file that failed outside its tests
 */
export function failuresOf(files) {
  return files.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    const path = file.name.replace(ROOT, '');
    if (tests.length === 0) return file.status === 'failed' ? [`${path}\n${file.message}`] : [];
    return tests.map((test) => [`${path} > ${test.fullName}`, ...test.failureMessages].join('\n'));
  });
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
      failures: failuresOf(result.testResults),
    };
  } catch {
    const failure = `No test results in ${outputFile}`;
    console.error(failure);
    return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
  }
}
