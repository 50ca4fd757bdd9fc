import { writeFileSync } from 'node:fs';

/**
 * Duration of one test file, from the loading of its imports to its last hook.
 * @typedef {{ project: string, path: string, ms: number }} FileTime
 */

/**
 * What Vitest's JSON report leaves out: imports and hooks in the files' times, and errors outside all tests.
 * @typedef {{ files: readonly FileTime[], errors: readonly string[] }} RunReport
 */

/** A Vitest reporter that writes the {@link RunReport} of a run to the file named by `RUN_REPORT`. */
export default class RunReporter {
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
    const errors = unhandledErrors.map((error) => {
      const [path, test] = [error.VITEST_TEST_PATH ?? 'no file', error.VITEST_TEST_NAME ?? 'no test'];
      return `outside the tests, while ${path} ran, and of it ${test}\n${error.stack ?? error.message}`;
    });
    writeFileSync(output, JSON.stringify({ files, errors }));
  }
}
