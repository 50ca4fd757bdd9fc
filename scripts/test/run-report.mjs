import { writeFileSync } from 'node:fs';

/**
 * Duration of one test file, from the loading of its imports to its last hook.
 * @typedef {{ project: string, path: string, ms: number }} FileTime
 */

/**
 * The data that Vitest's JSON report lacks: imports and hooks in the files' times, the causes of failures, and errors
 * outside tests. A failure is a text with its file and test.
 * @typedef {{ files: readonly FileTime[], failures: readonly string[] }} RunReport
 */

/**
 * The used parts of an error.
 * @typedef {{ readonly message: string, readonly stack?: string, readonly cause?: unknown }} ReportedError
 */

/** A Vitest reporter that writes the {@link RunReport} of a run to the file named by `RUN_REPORT`. */
export default class RunReporter {
  /**
   * Prints what failed in a file at once: Vitest does at the end, which of a soak may be an hour later.
   *
   * @param {import('vitest/node').TestModule} file
   */
  onTestModuleEnd(file) {
    for (const failure of failuresOf(file)) console.error(`FAILED ${failure}`);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} testModules
   * @param {readonly import('vitest/node').SerializedError[]} unhandledErrors
   */
  onTestRunEnd(testModules, unhandledErrors) {
    const output = process.env.RUN_REPORT;
    if (output === undefined) throw new Error('RUN_REPORT is not set');
    const files = testModules.map((file) => {
      const { collectDuration, setupDuration, duration } = file.diagnostic();
      const ms = collectDuration + setupDuration + duration;
      return { project: file.project.name, path: file.relativeModuleId, ms };
    });
    const failures = testModules.flatMap(failuresOf);
    const outside = unhandledErrors.map((error) => {
      const [path, test] = [error.VITEST_TEST_PATH ?? 'no file', error.VITEST_TEST_NAME ?? 'no test'];
      return `outside the tests, while ${path} ran, and of it ${test}\n${describeError(error)}`;
    });
    writeFileSync(output, JSON.stringify({ files, failures: [...failures, ...outside] }));
  }
}

/**
 * Formats a file's failures, for the end of a run, where Vitest's own report is thousands of lines above.
 *
 * @param {import('vitest/node').TestModule} file
 * @returns {string[]} one text per failed test, and per suite or file that failed outside its tests
 */
function failuresOf(file) {
  const path = file.relativeModuleId;
  /** @param {string} where @param {readonly ReportedError[]} errors */
  const textsOf = (where, errors) => (errors.length === 0 ? [] : [[where, ...errors.map(describeError)].join('\n')]);
  return [
    ...textsOf(path, file.errors()),
    ...[...file.children.allSuites()].flatMap((suite) => textsOf(`${path} > ${suite.fullName}`, suite.errors())),
    ...[...file.children.allTests('failed')].flatMap((test) =>
      textsOf(`${path} > ${test.fullName}`, test.result().errors ?? []),
    ),
  ];
}

/**
 * Returns an error's stack and those of its causes, because `fetch failed` alone explains nothing.
 *
 * @param {ReportedError} error
 * @returns {string}
 */
export function describeError({ message, stack, cause }) {
  const own = stack ?? message;
  if (cause === undefined || cause === null) return own;
  const why =
    typeof cause === 'object' && 'message' in cause ? describeError(/** @type {ReportedError} */ (cause)) : cause;
  return `${own}\nCaused by: ${why}`;
}
