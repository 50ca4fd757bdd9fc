import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { WAV_HEADER_BYTES } from '../../../audio-wasm/wav-header.ts';
import { createRecordingStore } from '../../../workers/recording/recording-store.ts';
import { listFiles, removeFolder } from '../../support/page/device.ts';
import { openRecordingWorker, type RecordingWorker } from '../../support/page/recording-worker.ts';
import { until } from '../../support/until.ts';

/** A tenth of a second in stereo. */
const BLOCK = 4410 * 2;

const workers: RecordingWorker[] = [];
const open = (...device: Parameters<typeof openRecordingWorker>): RecordingWorker => {
  const opened = openRecordingWorker(...device);
  workers.push(opened);
  return opened;
};
let worker: RecordingWorker;
beforeEach(() => {
  worker = open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const opened of workers.splice(0)) opened.end();
  await removeFolder('recordings');
});

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('recordings', { create: true });

const namesLeft = async (): Promise<string[]> => (await listFiles('recordings')).sort();

async function put(name: string, content: string): Promise<void> {
  const writable = await (await (await openFolder()).getFileHandle(name, { create: true })).createWritable();
  await writable.write(content);
  await writable.close();
}

/** Sends blocks; resolves with the returned memory once all of it has been returned. */
async function send(port: MessagePort, count: number): Promise<ArrayBuffer[]> {
  const back: ArrayBuffer[] = [];
  port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => back.push(data);
  for (let at = 0; at < count; at++) {
    const samples = new Int16Array(BLOCK).fill(1000 + at);
    port.postMessage({ samples }, [samples.buffer]);
  }
  await until(() => expect(back).toHaveLength(count));
  return back;
}

async function record(id: string, blocks: number, note = ''): Promise<void> {
  const { port } = await worker.begin(id, note);
  await send(port, blocks);
  port.postMessage({ ended: true });
  await worker.api.finish(id);
}

test('the memory of blocks is returned completely and in order', async () => {
  const { port } = await worker.begin('one');
  const back = await send(port, 3);
  expect(back.map((memory) => new Int16Array(memory))).toEqual(
    [1000, 1001, 1002].map((sample) => new Int16Array(BLOCK).fill(sample)),
  );
});

async function changedAtMs(name: string): Promise<number> {
  return (await (await (await openFolder()).getFileHandle(name)).getFile()).lastModified;
}

/** Waits until the disk's clock has advanced since a recording ended. */
async function laterThan(id: string): Promise<void> {
  const endedMs = await changedAtMs(`${id}.wav`);
  await expect
    .poll(async () => {
      await put('clock', '');
      return changedAtMs('clock');
    })
    .toBeGreaterThan(endedMs);
}

test('the oldest is listed first; the running one has its current duration and cannot be opened', async () => {
  for (const [id, blocks] of [
    ['middle', 5],
    ['z-last', 1],
  ] as const) {
    await record(id, blocks, `note of ${id}`);
    await laterThan(id);
  }
  const { port } = await worker.begin('a-first', 'new');
  await send(port, 3);
  expect(await worker.api.list()).toEqual([
    { id: 'middle', note: 'note of middle', durationS: 0.5 },
    { id: 'z-last', note: 'note of z-last', durationS: 0.1 },
    { id: 'a-first', note: 'new', durationS: 0.3 },
  ]);
  expect(await worker.api.open('a-first')).toBeNull();
  await worker.api.release('a-first');
  await send(port, 1);
  expect(await worker.api.list()).toContainEqual({ id: 'a-first', note: 'new', durationS: 0.4 });
});

test('a recording that ends waits for its last samples', async () => {
  const { port } = await worker.begin('one');
  const finished = worker.api.finish('one');
  // Answered after the end was heard; no file is read for it.
  await worker.api.release('none');
  await send(port, 1);
  port.postMessage({ ended: true });
  await finished;
  expect(await worker.api.list()).toMatchObject([{ id: 'one', durationS: 0.1 }]);
});

test('listing deletes recordings without samples, and leaves other files', async () => {
  await record('good', 2, 'a note');
  await put('torn.wav', 'RIFF');
  await put('torn.json', 'of the torn one');
  await put('other', 'of somebody else');
  await (await openFolder()).getDirectoryHandle('folder.wav', { create: true });
  expect((await worker.api.list()).map(({ id }) => id)).toEqual(['good']);
  expect(await namesLeft()).toEqual(['folder.wav', 'good.json', 'good.wav', 'other']);
  expect(await worker.api.open('torn')).toBeNull();
});

test('a recording without its note is listed, and can be given a new note', async () => {
  await record('one', 2, 'a note');
  await (await openFolder()).removeEntry('one.json');
  expect(await worker.api.list()).toEqual([{ id: 'one', note: '', durationS: 0.2 }]);
  await worker.api.annotate('one', 'a long new note');
  await worker.api.annotate('one', 'short');
  expect(await worker.api.list()).toEqual([{ id: 'one', note: 'short', durationS: 0.2 }]);
});

test.each([
  ['the new one', 'one.next.json', 'a ne', 'a note'],
  ['the old one', 'one.json', 'a ne', 'a newer note'],
])(
  'a note is complete even if the page was killed while replacing it: %s was truncated',
  async (_, cut, rest, note) => {
    await record('one', 2, 'a note');
    await put('one.next.json', 'a newer note\n');
    await put(cut, rest);
    expect(await worker.api.list()).toEqual([{ id: 'one', note, durationS: 0.2 }]);
    await worker.api.annotate('one', 'another');
    expect(await worker.api.list()).toEqual([{ id: 'one', note: 'another', durationS: 0.2 }]);
    await worker.api.remove('one');
    expect(await namesLeft()).toEqual([]);
  },
);

test('the last of concurrently written notes stays', async () => {
  await record('one', 1, 'a note');
  await Promise.all(['first', 'second', 'third'].map((note) => worker.api.annotate('one', note)));
  expect(await worker.api.list()).toEqual([{ id: 'one', note: 'third', durationS: 0.1 }]);
});

test('a recording opened during a listing stays open', async () => {
  await record('one', 1);
  await worker.api.release('one');
  const other = open();
  const [wav] = await Promise.all([worker.api.open('one'), worker.api.list(), worker.api.list()]);
  expect(wav).not.toBeNull();
  expect(await other.api.open('one')).toBeNull();
});

test('a recording truncated within a frame is repaired when opened', async () => {
  await record('one', 2);
  const writable = await (await (await openFolder()).getFileHandle('one.wav')).createWritable({
    keepExistingData: true,
  });
  await writable.truncate(WAV_HEADER_BYTES + 4 * 1000 + 3);
  await writable.close();
  const wav = await worker.api.open('one');
  expect(wav?.size).toBe(WAV_HEADER_BYTES + 4 * 1000);
  expect(wav !== null && (await readWavFormat(wav))).toMatchObject({ frames: 1000, isWhole: true });
});

test('finishing, releasing or removing a missing recording is not an error', async () => {
  await worker.api.finish('none');
  await worker.api.release('none');
  await worker.api.remove('none');
  expect(await worker.api.read('none')).toBeNull();
  expect(await namesLeft()).toEqual([]);
});

test.each([
  ['for its note', 20, 'x'.repeat(30)],
  ['for its header', 20, 'a note'],
])('a recording without space %s leaves nothing and can be tried again', async (_, freeBytes, note) => {
  const full = open(freeBytes);
  await expect(full.begin('one', note)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await full.api.list()).toEqual([]);
  expect(await namesLeft()).toEqual([]);
  await record('one', 1);
  expect((await worker.api.list()).map(({ id }) => id)).toEqual(['one']);
});

test('a full device is reported once; memory is still returned, and written samples stay', async () => {
  worker = open(WAV_HEADER_BYTES + 'a note\n'.length + 10.5 * 2 * BLOCK);
  const { port, faults } = await worker.begin('one', 'a note');
  await send(port, 10);
  expect(faults).toEqual([]);
  await send(port, 20);
  port.postMessage({ ended: true });
  await worker.api.finish('one');
  await expect.poll(() => faults).toEqual(['disk-full']);
  expect(await worker.api.list()).toEqual([{ id: 'one', note: 'a note', durationS: 1 }]);
  const wav = await worker.api.open('one');
  expect(wav !== null && (await readWavFormat(wav))).toMatchObject({ frames: 10 * 4410, isWhole: true });
});

test.each(['refuses', 'writes a part'] as const)(
  'a new note on a full device that %s leaves the old one',
  async (whenFull) => {
    worker = open(WAV_HEADER_BYTES + 'a note\n'.length + 2 * BLOCK + 3, whenFull);
    await record('one', 1, 'a note');
    await expect(worker.api.annotate('one', 'a longer note')).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await worker.api.list()).toEqual([{ id: 'one', note: 'a note', durationS: 0.1 }]);
  },
);

test('the note of a recording that was removed meanwhile is not written', async () => {
  await record('one', 1, 'a note');
  await Promise.all([worker.api.remove('one'), worker.api.annotate('one', 'too late')]);
  expect(await namesLeft()).toEqual([]);
});

test('a recording that just starts does not count as one without samples', async () => {
  const [{ port }, ...lists] = await Promise.all([
    worker.begin('one', 'a note'),
    ...Array.from({ length: 5 }, () => worker.api.list()),
  ]);
  expect(lists.flat().filter(({ durationS }) => durationS > 0)).toEqual([]);
  await send(port, 1);
  expect(await worker.api.list()).toEqual([{ id: 'one', note: 'a note', durationS: 0.1 }]);
});

test('a recording stays readable after the recordings are listed and opened', async () => {
  await record('one', 2);
  const wav = await worker.api.open('one');
  const lastModified = await changedAtMs('one.wav');
  await worker.api.list();
  await worker.api.open('one');
  expect(await changedAtMs('one.wav')).toBe(lastModified);
  expect(await wav?.arrayBuffer()).toHaveProperty('byteLength', wav?.size);
});

test('a private file system that fails later rejects with its reason, without a memory fallback', async () => {
  const opened = vi.spyOn(FileSystemDirectoryHandle.prototype, 'getDirectoryHandle');
  opened.mockRejectedValue(new DOMException('Not now', 'InvalidStateError'));
  const store = createRecordingStore();
  await expect(store.list()).rejects.toMatchObject({
    name: 'RecordingStoreError',
    message: 'No private file system to store audio in: InvalidStateError: Not now',
  });
});
