import { expect, it } from 'vitest';
import { writeWhole } from '../../../workers/files/private-folder.ts';

const BYTES = new Uint8Array([1, 2, 3, 4]);

it('writes all bytes at the given offset', () => {
  const calls: [Uint8Array, number][] = [];
  const write = (bytes: Uint8Array, { at }: { at: number }): number => {
    calls.push([bytes, at]);
    return bytes.length;
  };
  writeWhole({ write }, BYTES, 7);
  expect(calls).toEqual([[BYTES, 7]]);
});

it.each([
  ['wrote less', 3],
  ['wrote nothing', 0],
  ['responds like Chromium’s private windows', 2 ** 32 - 8],
])('reports a full device if the device %s', (_, answer) => {
  expect(() => writeWhole({ write: () => answer }, BYTES, 0)).toThrow(
    expect.objectContaining({ name: 'QuotaExceededError' }),
  );
});
