import { writeFileSync } from 'node:fs';

/**
 * Duration of one test file, from the loading of its imports to its last hook.
 * @typedef {{ project: string, path: string, ms: number }} FileTime
 */

/**
 * A Vitest reporter that writes the {@link FileTime}s of a run to the file named by `FILE_TIMES`. The JSON reporter
 * counts tests alone, without imports and hooks.
 */
export default class FileTimesReporter {
  /** @param {readonly import('vitest/node').TestModule[]} testModules */
  onTestRunEnd(testModules) {
    const output = process.env.FILE_TIMES;
    if (output === undefined) throw new Error('FILE_TIMES is not set');
    const times = testModules.map((file) => {
      const { collectDuration, setupDuration, duration } = file.diagnostic();
      const ms = collectDuration + setupDuration + duration;
      return { project: file.project.name, path: file.relativeModuleId, ms };
    });
    writeFileSync(output, JSON.stringify(times));
  }
}
