import { expect, test } from 'vitest';
import { createMemoryFolder } from '../../../workers/files/memory-folder.ts';
import { readEntry, removeEntry } from '../../../workers/files/private-folder.ts';
import { createWavWriter, repairWav } from '../../../workers/recording/wav-writer.ts';

const MIB = 1024 * 1024;
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, at) => at % 251);
const open = (maxBytes = 8 * MIB) => {
  const quota = { maxBytes, usedBytes: 0 };
  return { quota, folder: createMemoryFolder(quota) };
};

async function namesOf({ folder }: ReturnType<typeof open>): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

test('a file contains the bytes written anywhere in it, across its pieces', async () => {
  const { folder } = open();
  const handle = await (await folder.getFileHandle('a', { create: true })).createSyncAccessHandle();
  const bytes = bytesOf(2 * MIB + 5);
  expect(handle.write(bytes, { at: 0 })).toBe(bytes.length);
  handle.write(new Uint8Array([1, 2, 3, 4]), { at: MIB - 2 });
  bytes.set([1, 2, 3, 4], MIB - 2);
  const file = await readEntry(folder, 'a');
  expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(bytes)).toBe(true);
  const read = new Uint8Array(6);
  expect(handle.read(read, { at: MIB - 3 })).toBe(6);
  expect([...read]).toEqual([...bytes.subarray(MIB - 3, MIB + 3)]);
  expect(handle.read(read, { at: bytes.length - 2 })).toBe(2);
  handle.truncate(3);
  expect((await readEntry(folder, 'a'))?.size).toBe(3);
});

test('a recording can be written, repaired and read', async () => {
  const { folder } = open();
  const format = { sampleRateHz: 44_100, channels: 2 };
  const file = await folder.getFileHandle('one.wav', { create: true });
  const writer = createWavWriter(await file.createSyncAccessHandle(), format);
  for (let at = 0; at < 40; at++) writer.append(new Int16Array(44_100 / 5).fill(at));
  expect(repairWav(await file.createSyncAccessHandle())).toBeCloseTo(4, 3);
  writer.close();
  expect((await readEntry(folder, 'one.wav'))?.size).toBe(44 + 4 * 44_100 * 4);
});

test('files are listed until they are removed, and are not found afterwards', async () => {
  const all = open();
  await all.folder.getFileHandle('a', { create: true });
  await all.folder.getFileHandle('b', { create: true });
  expect(await namesOf(all)).toEqual(['a', 'b']);
  await removeEntry(all.folder, 'a');
  await removeEntry(all.folder, 'a');
  expect(await namesOf(all)).toEqual(['b']);
  expect(await readEntry(all.folder, 'a')).toBeNull();
});

test('all files together use at most the given space, which removing one frees', async () => {
  const { folder, quota } = open(2 * MIB);
  const one = await (await folder.getFileHandle('one', { create: true })).createSyncAccessHandle();
  const other = await (await folder.getFileHandle('other', { create: true })).createSyncAccessHandle();
  one.write(bytesOf(MIB + 1), { at: 0 });
  expect(() => other.write(bytesOf(1), { at: 0 })).toThrow(
    expect.objectContaining({ name: 'QuotaExceededError' }) as Error,
  );
  expect(other.getSize()).toBe(0);
  await folder.removeEntry('one');
  other.write(bytesOf(2 * MIB), { at: 0 });
  expect(quota.usedBytes).toBe(2 * MIB);
});
