import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../../app/platform/kept/sha256.ts';

test.each([
  ['small', 1000],
  ['too large to be read at once', 33 * 1024 * 1024 + 5],
])('a blob that is %s has the digest that Node computes', async (_, bytes) => {
  const content = Buffer.alloc(bytes, 'a story ');
  expect(await sha256Of(new Blob([content]))).toBe(createHash('sha256').update(content).digest('hex'));
});
