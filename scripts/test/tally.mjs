import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ROOT, toolCommand } from '../run.mjs';
import { measure } from './measured.mjs';

/**
 * Processor seconds of a part of a run; null if they could not be measured.
 * @typedef {{ name: string, processorS: number | null }} Usage
 */

/**
 * Counts of a run's checks, a text for each failure, the name of each skipped suite, the time of each test file, and
 * the processor usage of each part.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: readonly string[], skips: readonly string[],
 * files: readonly import('./run-report.mjs').FileTime[], usages: readonly Usage[], }} Tally
 */

/**
 * The used parts of Vitest's JSON report.
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
    usages: tallies.flatMap((tally) => tally.usages),
  };
}

const NOTHING = addTallies();

/**
 * Counts a tool that has only an exit code as one check.
 *
 * @param {string} name
 * @param {number} code
 * @param {number | null} [processorS] its processor seconds
 * @returns {Tally}
 */
export function tallyOfExit(name, code, processorS = null) {
  const usages = [{ name, processorS }];
  if (code === 0) {
    console.log(`${name}: ok`);
    return { ...NOTHING, passed: 1, usages };
  }
  const failure = `${name}: FAILED (exit code ${code})`;
  console.log(failure);
  return { ...NOTHING, failed: 1, failures: [failure], usages };
}

/**
 * Counts a part that can't run here as one skipped check.
 *
 * @param {string} why names the part and what is missing
 * @returns {Tally}
 */
export function tallyOfSkip(why) {
  return { ...NOTHING, skipped: 1, skips: [why] };
}

/**
 * Runs a command that has only an exit code, and counts it as one check.
 *
 * @param {string} name
 * @param {import('../run.mjs').Command | null} command null counts as a failure
 * @returns {Promise<Tally>}
 */
export async function runCheck(name, command) {
  const { code, processorS } = await measure(command);
  return tallyOfExit(name, code, processorS);
}

/**
 * Runs a Vitest project and counts its tests.
 *
 * @param {string} project of vitest.config.ts
 * @param {readonly string[]} [paths] of the files to run; default: all
 * @returns {Promise<Tally>} a run that fails outside tests, such as on a file that cannot be loaded, counts as a
 * failure
 */
export async function runVitest(project, paths = []) {
  const folder = `${ROOT}.cache/test-results`;
  mkdirSync(folder, { recursive: true });
  const [outputFile, reportFile] = [`${folder}/${project}.json`, `${folder}/${project}-report.json`];
  for (const file of [outputFile, reportFile]) rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/test/run-report.mjs'];
  const args = ['run', '--project', project, ...reporters, `--outputFile.json=${outputFile}`, ...paths];
  const { code, processorS } = await measure(toolCommand('vitest/vitest.mjs', args), { RUN_REPORT: reportFile });
  return { ...addExit(readTally(outputFile, reportFile), project, code), usages: [{ name: project, processorS }] };
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
 * Names the skipped suites for the end of a run, because a suite that skips itself with a reason must not look like one
 * that passed.
 *
 * @param {readonly ReportedFile[]} files
 * @returns {string[]} one text per suite, or test outside a suite, with the number of its tests
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
      ...NOTHING,
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
    return { ...NOTHING, failed: 1, failures: [failure] };
  }
}
