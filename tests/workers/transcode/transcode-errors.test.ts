import { expect, test } from 'vitest';
import { isOutOfMemory } from '../../../workers/transcode/transcode-errors.ts';

test.each([
  new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance'),
  new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory'),
  new RangeError('Array buffer allocation failed'),
  new RangeError('Out of memory'),
  new Error('allocation size overflow'),
  new Error('Aborted(OOM). Build with -sASSERTIONS for more info.'),
  'uncaught exception: out of memory',
  '[aac @ 0x1] Error: Cannot allocate memory',
])('%o is out of memory', (cause) => {
  expect(isOutOfMemory(cause)).toBe(true);
});

test.each([
  new RangeError('Invalid typed array length: -1'),
  new RangeError('Got 5 bytes for position 9; expected the end (7) or the first 4 bytes'),
  new Error('memory access out of bounds'),
  new Error('unreachable'),
  new TypeError('Failed to fetch'),
  'Aborted()',
  '/in/input: Invalid data found when processing input',
  undefined,
])('%o is another error', (cause) => {
  expect(isOutOfMemory(cause)).toBe(false);
});

test('the error of this engine’s own failed allocation is recognized', () => {
  let thrown: unknown;
  try {
    new ArrayBuffer(2 ** 52);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(RangeError);
  expect(isOutOfMemory(thrown)).toBe(true);
});
