import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEntry } from '../../../workers/files/private-folder.ts';
import {
  listStoredFiles,
  readStoredFile,
  removeStoredFile,
  storeFile,
} from '../../../workers/recording/device-files.ts';
import { removeFolder } from '../../support/page/device.ts';
import { openRecordingWorker, type RecordingWorker } from '../../support/page/recording-worker.ts';

const PIECE_BYTES = 4 * 1024 * 1024;
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).map((_, at) => at % 251);

/** Only workers have synchronous access handles. */
let worker: RecordingWorker;
beforeEach(() => {
  worker = openRecordingWorker();
});
afterEach(async () => {
  vi.restoreAllMocks();
  worker.end();
  await removeFolder('outbox');
});

test.each([0, 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES])('%d bytes are stored unchanged', async (length) => {
  const bytes = bytesOf(length);
  await worker.api.storeFile('a-file', new Blob([bytes]));
  const kept = new Uint8Array((await (await readStoredFile('a-file'))?.arrayBuffer()) ?? new ArrayBuffer(99));
  expect([kept.length, kept.every((byte, at) => byte === bytes[at])]).toEqual([length, true]);
});

test('a file replaces the one of the same name completely', async () => {
  await worker.api.storeFile('a-file', new Blob([bytesOf(1000)]));
  await worker.api.storeFile('a-file', new Blob(['new']));
  expect(await (await readStoredFile('a-file'))?.text()).toBe('new');
  expect(await listStoredFiles()).toEqual(['a-file']);
});

test('all names are listed until they are removed; removing one again is not an error', async () => {
  for (const id of ['one', 'two']) await worker.api.storeFile(id, new Blob([id]));
  expect((await listStoredFiles()).sort()).toEqual(['one', 'two']);
  await removeStoredFile('one');
  await removeStoredFile('one');
  expect(await listStoredFiles()).toEqual(['two']);
  expect(await readStoredFile('one')).toBeNull();
});

test.each(['', '../up', 'a/b', 'a.wav', 'a'.repeat(65)])('the name %j is rejected', async (id) => {
  await expect(storeFile(id, new Blob())).rejects.toThrow(`Expected an id of letters, digits and dashes, got '${id}'`);
});

test('on a full device it rejects and leaves nothing', async () => {
  await worker.api.storeFile('before', new Blob(['before']));
  const full = openRecordingWorker(PIECE_BYTES + 500_000);
  try {
    await expect(full.api.storeFile('a-file', new Blob([bytesOf(3 * PIECE_BYTES)]))).rejects.toMatchObject({
      name: 'QuotaExceededError',
    });
  } finally {
    full.end();
  }
  expect(await listStoredFiles()).toEqual(['before']);
});

test('without synchronous access handles it leaves nothing either', async () => {
  await expect(storeFile('a-file', new Blob(['x']))).rejects.toThrow();
  expect(await listStoredFiles()).toEqual([]);
});

test('an existing entry is read; an entry that is not a file does not count as missing', async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('outbox', { create: true });
  await folder.getDirectoryHandle('a-folder', { create: true });
  expect(await readEntry(folder, 'none')).toBeNull();
  await expect(readEntry(folder, 'a-folder')).rejects.toMatchObject({ name: 'TypeMismatchError' });
});

test('a private file system that is refused later rejects every call with that reason', async () => {
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('Not here', 'SecurityError'));
  const calls = [
    () => storeFile('x', new Blob()),
    () => readStoredFile('x'),
    () => removeStoredFile('x'),
    listStoredFiles,
  ];
  for (const ask of calls) {
    await expect(ask()).rejects.toMatchObject({
      name: 'RecordingStoreError',
      message: 'No private file system to store audio in: SecurityError: Not here',
    });
  }
});
