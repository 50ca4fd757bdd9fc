import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { IncrementalSha256, sha256Of } from '../../../../app/platform/packs/sha256.ts';
import { createRandom } from '../../../../app/rehearsal/seeded-random.ts';

test.each([
  ['small', 1000],
  ['too large to be read at once', 33 * 1024 * 1024 + 5],
])('a blob that is %s has the digest that Node computes', async (_, bytes) => {
  const content = Buffer.alloc(bytes, 'a story ');
  expect(await sha256Of(new Blob([content]))).toBe(createHash('sha256').update(content).digest('hex'));
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('content of any length around a block has Node’s digest, however it is split', () => {
  const random = createRandom(7);
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, () => random() * 256);
    const hash = new IncrementalSha256();
    const cuts = [0, Math.floor(random() * length), length];
    for (const [at, from] of cuts.entries()) hash.add(bytes.subarray(from, cuts[at + 1] ?? length));
    expect(hash.finish(), `${length} bytes`).toBe(hashOf(bytes));
  }
});

test('content of many blocks has Node’s digest', () => {
  const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => at * 31);
  const hash = new IncrementalSha256();
  for (let from = 0; from < bytes.length; from += 100_000) hash.add(bytes.subarray(from, from + 100_000));
  expect(hash.finish()).toBe(hashOf(bytes));
});
