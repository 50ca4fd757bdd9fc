import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../../app/platform/packs/pack-files.ts';

const MIB = 1024 * 1024;

test.each([
  ['empty', 0],
  ['small', 1000],
  ['as large as may be read at once', 32 * MIB],
  ['read in whole pieces', 33 * MIB],
  ['read in pieces with a rest', 33 * MIB + 5],
])('a blob that is %s has the digest that Node computes', async (_, bytes) => {
  const content = Buffer.alloc(bytes, 'a story ');
  expect(await sha256Of(new Blob([content]))).toBe(createHash('sha256').update(content).digest('hex'));
});
