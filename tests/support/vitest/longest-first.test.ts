import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../server/project-root.ts';
import { LONGEST } from './longest-first.ts';

test('the files that a run begins with are there', () => {
  expect(LONGEST.filter((file) => !existsSync(join(projectRoot(), file)))).toEqual([]);
});
