import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeError, type RunReport } from '../../scripts/test/run-report.mjs';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;
beforeEach(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/run-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs Vitest on files with these contents, and returns its report and what it printed as errors. */
function report(files: Readonly<Record<string, string>>): RunReport & { readonly printed: string } {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'vitest.config.js'), 'export default {};');
  const output = join(folder, 'report.json');
  const reporter = join(ROOT, 'scripts/test/run-report.mjs');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--pool=threads', '--maxWorkers=1', '--no-isolate', `--reporter=${reporter}`],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, RUN_REPORT: output },
    },
  );
  return { ...(JSON.parse(readFileSync(output, 'utf8')) as RunReport), printed: stderr };
}

test('a report names each failed test, suite and file with its reason, and failures outside them', () => {
  const { files, failures, printed } = report({
    'one.test.js': `
      import { beforeAll, describe, expect, test } from 'vitest';
      test('passes', () => undefined);
      describe('a place', () => {
        test('is sent', () => {
          throw new Error('fetch failed', { cause: new Error('other side closed') });
        });
      });
      describe('a map', () => {
        beforeAll(() => {
          throw new Error('no database');
        });
        test('is kept', () => undefined);
      });
      test('leaves a promise', async () => {
        void Promise.reject(new Error('nobody waits'));
        await new Promise((resolve) => setImmediate(resolve));
      });
    `,
    'other.test.js': `throw new Error('no such module');`,
  });
  expect(files.map(({ path }) => path).sort()).toEqual(['one.test.js', 'other.test.js']);
  const summaries = failures.map((text) => text.split('\n').filter((line) => !/^ +at /.test(line)));
  for (const failure of failures.filter((text) => !text.startsWith('outside'))) {
    expect(printed).toContain(`FAILED ${failure}`);
  }
  expect(summaries.sort()).toEqual([
    ['one.test.js > a map', 'Error: no database'],
    ['one.test.js > a place > is sent', 'Error: fetch failed', 'Caused by: Error: other side closed'],
    ['other.test.js', 'Error: no such module'],
    [expect.stringMatching(/^outside the tests, while .*one\.test\.js ran/), 'Error: nobody waits'],
  ]);
});

test('an error without a stack has its message, and a cause that is no error itself', () => {
  expect(describeError({ message: 'refused', cause: 'a reason' })).toBe('refused\nCaused by: a reason');
});
