import { describe, expect, test } from 'vitest';
import { measure, ProcessorUsage } from '../../scripts/test/measured.mjs';
import { addExit, addTallies, skipsOf } from '../../scripts/test/tally.mjs';

const passed = { status: 'passed', fullName: 'a place is kept', ancestorTitles: ['a place'] };
const file = { name: 'tests/a.test.ts', assertionResults: [passed] };

describe('skipped tests', () => {
  test('are listed once by suite, with their number', () => {
    const skipped = { ...passed, status: 'skipped', ancestorTitles: ['webkit (not installed here: Xvfb)'] };
    const lonely = { ...passed, status: 'skipped', fullName: 'a lone test', ancestorTitles: [] };
    expect(skipsOf([{ ...file, assertionResults: [skipped, passed, skipped, lonely] }])).toEqual([
      'tests/a.test.ts > webkit (not installed here: Xvfb): 2',
      'tests/a.test.ts > a lone test: 1',
    ]);
  });

  test('are an empty list if all tests ran', () => {
    expect(skipsOf([file])).toEqual([]);
  });
});

describe('tallies', () => {
  test('are added count by count, and contain every failure', () => {
    const usages = [
      { name: 'node', processorS: 7 },
      { name: 'server', processorS: null },
    ];
    const one = {
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['a'],
      skips: ['c'],
      files: [],
      usages: usages.slice(0, 1),
    };
    const files = [{ project: 'node', path: 'tests/a.test.ts', ms: 7 }];
    const other = { passed: 2, failed: 1, skipped: 3, failures: ['b'], skips: ['d'], files, usages: usages.slice(1) };
    expect(addTallies(one, other)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 3,
      failures: ['a', 'b'],
      skips: ['c', 'd'],
      files,
      usages,
    });
  });
});

describe('a run that ends with a failure', () => {
  const none = {
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: ['tests/a.test.ts\nno such module'],
    skips: [],
    files: [],
    usages: [],
  };

  test('outside its tests counts as one failure, with its known reason', () => {
    const tally = addExit(none, 'node', 1);
    expect(tally).toMatchObject({ passed: 2, failed: 1 });
    expect(tally.failures).toEqual([...none.failures, 'node: ended with exit code 1, though no test failed']);
  });

  test('in a test counts as that test’s failure; a run that ends well is unchanged', () => {
    const failed = { ...none, failed: 1 };
    expect(addExit(failed, 'node', 1)).toBe(failed);
    expect(addExit(none, 'node', 0)).toBe(none);
  });
});

describe('processor seconds', () => {
  const first = { pid: 9, parent: 1, started: 50, ticks: 100 };
  const child = { pid: 8, parent: 9, started: 60, ticks: 20 };

  test('include all descendants of a process, even ended or orphaned ones', () => {
    const usage = new ProcessorUsage();
    usage.follow(9);
    usage.look([child, first, { pid: 2, parent: 1, started: 1, ticks: 5000 }]);
    usage.look([
      { ...child, parent: 1, ticks: 70 },
      { pid: 10, parent: 8, started: 61, ticks: 30 },
    ]);
    expect(usage.seconds()).toBe(2);
  });

  test('exclude an unrelated process that reuses the id of an ended one', () => {
    const usage = new ProcessorUsage();
    usage.follow(9);
    usage.look([first, child]);
    usage.look([first, { pid: 8, parent: 1, started: 99, ticks: 5000 }]);
    expect(usage.seconds()).toBe(1.2);
  });

  test.runIf(process.platform === 'linux')('of a command include its children', async () => {
    const busy = 'const end = Date.now() + 1e9; while (process.cpuUsage().user < 6e5 && Date.now() < end);';
    const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    const { code, processorS } = await measure([process.execPath, ['-e', parent]]);
    expect(code).toBe(0);
    expect(processorS).toBeGreaterThan(0.3);
  });
});
