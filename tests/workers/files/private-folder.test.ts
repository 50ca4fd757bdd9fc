import { expect, it } from 'vitest';
import { createMemoryFolder } from '../../../workers/files/memory-folder.ts';
import { readEntry, writeEntry, writeWhole } from '../../../workers/files/private-folder.ts';

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

it('replaces a file by a copy of longer content, piece by piece', async () => {
  const folder = createMemoryFolder({ maxBytes: 8 << 20, usedBytes: 0 });
  const bytes = Uint8Array.from({ length: (5 << 20) / 2 }, (_, at) => at % 251);
  await writeEntry(folder, 'a', new Blob(['what was there']));
  await writeEntry(folder, 'a', new Blob([bytes]));
  const copy = (await (await readEntry(folder, 'a'))?.arrayBuffer()) ?? new ArrayBuffer(0);
  expect(Buffer.from(copy).equals(bytes)).toBe(true);
});

it('takes no copy for whole that ends before its content does', async () => {
  const folder = createMemoryFolder({ maxBytes: 8 << 20, usedBytes: 0 });
  const cutOff = Object.assign(new Blob([BYTES]), { stream: () => new Blob([BYTES.subarray(0, 2)]).stream() });
  await expect(writeEntry(folder, 'a', cutOff)).rejects.toMatchObject({
    name: 'NotReadableError',
    message: 'Read 2 of 4 bytes',
  });
});
