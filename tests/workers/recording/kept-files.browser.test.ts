import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEntry } from '../../../workers/files/private-folder.ts';
import { keepFile, listKeptFiles, readKeptFile, removeKeptFile } from '../../../workers/recording/kept-files.ts';
import { openRecordingWorker, type RecordingWorker } from '../../support/recording-worker.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const PIECE_BYTES = 4 * 1024 * 1024;
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).map((_, at) => at % 251);

/** Only in a worker files are written in step. */
let worker: RecordingWorker;
beforeEach(() => {
  worker = openRecordingWorker();
});
afterEach(async () => {
  vi.restoreAllMocks();
  worker.end();
  await removeFolder('outbox');
});

test.each([0, 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES])('%d bytes are kept as they are', async (length) => {
  const bytes = bytesOf(length);
  await worker.api.keepFile('a-file', new Blob([bytes]));
  const kept = new Uint8Array((await (await readKeptFile('a-file'))?.arrayBuffer()) ?? new ArrayBuffer(99));
  expect([kept.length, kept.every((byte, at) => byte === bytes[at])]).toEqual([length, true]);
});

test('what is kept under a name takes the place of what was, and nothing of that stays', async () => {
  await worker.api.keepFile('a-file', new Blob([bytesOf(1000)]));
  await worker.api.keepFile('a-file', new Blob(['new']));
  expect(await (await readKeptFile('a-file'))?.text()).toBe('new');
  expect(await listKeptFiles()).toEqual(['a-file']);
});

test('all names are listed until they are removed, and to remove one again is no error', async () => {
  for (const id of ['one', 'two']) await worker.api.keepFile(id, new Blob([id]));
  expect((await listKeptFiles()).sort()).toEqual(['one', 'two']);
  await removeKeptFile('one');
  await removeKeptFile('one');
  expect(await listKeptFiles()).toEqual(['two']);
  expect(await readKeptFile('one')).toBeNull();
});

test.each(['', '../up', 'a/b', 'a.wav', 'a'.repeat(65)])('the name %j is refused', async (id) => {
  await expect(keepFile(id, new Blob())).rejects.toThrow(`Expected an id of letters, digits and dashes, got '${id}'`);
});

test('on a device that is full it is refused, and nothing of it stays', async () => {
  await worker.api.keepFile('before', new Blob(['before']));
  const full = openRecordingWorker(PIECE_BYTES + 500_000);
  try {
    await expect(full.api.keepFile('a-file', new Blob([bytesOf(3 * PIECE_BYTES)]))).rejects.toMatchObject({
      name: 'QuotaExceededError',
    });
  } finally {
    full.end();
  }
  expect(await listKeptFiles()).toEqual(['before']);
});

test('where files can not be written in step nothing of it stays, either', async () => {
  await expect(keepFile('a-file', new Blob(['x']))).rejects.toThrow();
  expect(await listKeptFiles()).toEqual([]);
});

test('of a folder what is there is read; what is no file is no file that is missing', async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('outbox', { create: true });
  await folder.getDirectoryHandle('a-folder', { create: true });
  expect(await readEntry(folder, 'none')).toBeNull();
  await expect(readEntry(folder, 'a-folder')).rejects.toMatchObject({ name: 'TypeMismatchError' });
});

test('without a private file system every call says so', async () => {
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('Not here', 'SecurityError'));
  const calls = [() => keepFile('x', new Blob()), () => readKeptFile('x'), () => removeKeptFile('x'), listKeptFiles];
  for (const ask of calls) {
    await expect(ask()).rejects.toMatchObject({
      name: 'RecordingStoreError',
      message: 'No private file system to store audio in: SecurityError: Not here',
    });
  }
});
