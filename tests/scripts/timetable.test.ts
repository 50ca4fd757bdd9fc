import { expect, test } from 'vitest';
import { timetable, usageTable } from '../../scripts/test/timetable.mjs';

const stages = [
  { name: 'types', ms: 28_400 },
  { name: 'node', ms: 95_000 },
];

test('the timetable of a run gives the duration of each stage and the total', () => {
  expect(timetable(stages, [])).toEqual(['    0:28  types', '    1:35  node', '    2:03  all']);
});

test('the timetable of a run names the twenty slowest files, the slowest first', () => {
  const files = Array.from({ length: 30 }, (_, at) => ({
    project: 'node',
    path: `tests/${at}.test.ts`,
    ms: at * 1000,
  }));
  const lines = timetable(stages, files).slice(4);
  expect(lines[0]).toBe('The slowest files:');
  expect(lines[1]).toBe('  29.0 s  node  tests/29.test.ts');
  expect(lines).toHaveLength(21);
});

test('the use of each part is beside its budget, and marked if clearly over it', () => {
  const usages = [
    { name: 'node', processorS: 64.6 },
    { name: 'server', processorS: 331 },
    { name: 'soak', processorS: 9 },
    { name: 'browser', processorS: null },
  ];
  expect(usageTable(usages, { node: 60, server: 300, browser: 100 }).slice(1)).toEqual([
    '      65  node of 60',
    '     331  server of 300  OVER ITS BUDGET',
    '       9  soak',
    '       ?  browser of 100',
    '     405  all',
  ]);
});
