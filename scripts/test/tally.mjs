import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ROOT, runTool } from '../run.mjs';

/**
 * Counts of a run's checks, a text for each failure, the name of each suite that was skipped, and the time of each test
 * file.
 * @typedef {{
 *   passed: number,
 *   failed: number,
 *   skipped: number,
 *   failures: readonly string[],
 *   skips: readonly string[],
 *   files: readonly import('./run-report.mjs').FileTime[],
 * }} Tally
 */

/**
 * The parts that are read of Vitest's JSON report.
 * @typedef {{ status: string, fullName: string, ancestorTitles: readonly string[] }} ReportedTest
 * @typedef {{ name: string, assertionResults: readonly ReportedTest[] }} ReportedFile
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
    skips: tallies.flatMap((tally) => tally.skips),
    files: tallies.flatMap((tally) => tally.files),
  };
}

/**
 * Counts a tool that has only an exit code as one check.
 *
 * @param {string} name
 * @param {number} code
 * @returns {Tally}
 */
export function tallyOfExit(name, code) {
  if (code === 0) {
    console.log(`${name}: ok`);
    return { passed: 1, failed: 0, skipped: 0, failures: [], skips: [], files: [] };
  }
  const failure = `${name}: FAILED (exit code ${code})`;
  console.log(failure);
  return { passed: 0, failed: 1, skipped: 0, failures: [failure], skips: [], files: [] };
}

/**
 * Runs Vitest projects in parallel, and counts their tests.
 *
 * @param {readonly string[]} projects names of projects in vitest.config.ts
 * @param {readonly string[]} [paths] of the files to run; default: all
 * @returns {Promise<Tally>} a run that fails outside tests, such as a file that cannot be loaded, counts as a failure
 */
export async function runVitest(projects, paths = []) {
  const name = projects.join('-');
  const folder = `${ROOT}.cache/test-results`;
  mkdirSync(folder, { recursive: true });
  const [outputFile, reportFile] = [`${folder}/${name}.json`, `${folder}/${name}-report.json`];
  for (const file of [outputFile, reportFile]) rmSync(file, { force: true });
  const code = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/test/run-report.mjs',
      `--outputFile.json=${outputFile}`,
      ...paths,
    ],
    { RUN_REPORT: reportFile },
  );
  return addExit(readTally(outputFile, reportFile), name, code);
}

/**
 * Counts a run that failed outside its tests as one failure.
 *
 * @param {Tally} tally
 * @param {string} name of the run
 * @param {number} code its exit code
 * @returns {Tally}
 */
export function addExit(tally, name, code) {
  if (code === 0 || tally.failed > 0) return tally;
  const failure = `${name}: ended with exit code ${code}, though no test failed`;
  return { ...tally, failed: 1, failures: [...tally.failures, failure] };
}

/**
 * Names what was skipped, for the end of a run: a suite that says why must not look like one that passed.
 *
 * @param {readonly ReportedFile[]} files
 * @returns {string[]} one text per suite, or test outside any, with the number of its tests
 */
export function skipsOf(files) {
  const counts = new Map();
  for (const file of files) {
    for (const { status, ancestorTitles, fullName } of file.assertionResults) {
      if (status !== 'skipped' && status !== 'pending') continue;
      const suite = `${file.name.replace(ROOT, '')} > ${ancestorTitles[0] ?? fullName}`;
      counts.set(suite, (counts.get(suite) ?? 0) + 1);
    }
  }
  return [...counts].map(([suite, count]) => `${suite}: ${count}`);
}

/**
 * @param {string} outputFile of Vitest's JSON reporter
 * @param {string} reportFile of run-report.mjs
 * @returns {Tally}
 */
function readTally(outputFile, reportFile) {
  try {
    const result = JSON.parse(readFileSync(outputFile, 'utf8'));
    /** @type {import('./run-report.mjs').RunReport} */
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + (result.numTodoTests ?? 0),
      failures: report.failures,
      skips: skipsOf(result.testResults),
      files: report.files,
    };
  } catch {
    const failure = `No test results in ${outputFile}`;
    console.error(failure);
    return { passed: 0, failed: 1, skipped: 0, failures: [failure], skips: [], files: [] };
  }
}
