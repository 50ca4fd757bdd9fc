import { expect, test } from 'vitest';
import { timetable } from '../../scripts/test/timetable.mjs';

const stages = [
  { name: 'types', ms: 28_400 },
  { name: 'node', ms: 95_000 },
];

test('the timetable of a run says how long each stage took, and all of them', () => {
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
