import { afterEach, expect, test, vi } from 'vitest';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { WAV_HEADER_BYTES } from '../../../audio-wasm/wav-header.ts';
import { createRecordingClient, type RecordingClient } from '../../../workers/client/recording-client.ts';
import { limitStorage, listFiles, removeFolder } from '../../support/page/device.ts';
import { recordingsUnlocked } from '../../support/page/recording-worker.ts';
import { until } from '../../support/until.ts';

const FORMAT = { sampleRateHz: 44_100, channels: 2 };
const clients: RecordingClient[] = [];
const open = (): RecordingClient => {
  const client = createRecordingClient();
  clients.push(client);
  return client;
};
const ignore = (): void => {};

afterEach(async () => {
  for (const client of clients.splice(0)) client.dispose();
  await removeFolder('recordings');
});

/** Sends this many blocks of a tenth of a second, and resolves once the worker has them all. */
async function send(port: MessagePort, count: number, value = 1000): Promise<void> {
  let back = 0;
  port.onmessage = () => {
    back += 1;
  };
  for (let at = 0; at < count; at++) {
    const samples = new Int16Array(4410 * 2).fill(value);
    port.postMessage({ samples }, [samples.buffer]);
  }
  await until(() => expect(back).toBe(count));
}

test('sent samples are stored as a whole WAV with its note until it is removed', async () => {
  const client = open();
  const port = await client.begin('one', 'a note', FORMAT, ignore);
  await send(port, 12);
  port.postMessage({ ended: true });
  await client.finish('one');
  await client.annotate('one', 'another');
  expect(await client.list()).toEqual([{ id: 'one', note: 'another', durationS: 1.2 }]);

  const wav = await client.open('one');
  if (wav === null) throw new Error('The recording has gone');
  expect(wav.type).toBe('audio/wav');
  expect(await readWavFormat(wav)).toMatchObject({ channels: 2, frames: 12 * 4410, isWhole: true });
  const samples = new Int16Array(await wav.slice(WAV_HEADER_BYTES).arrayBuffer());
  expect(samples.every((sample) => sample === 1000)).toBe(true);

  await client.remove('one');
  await client.remove('one');
  expect(await client.list()).toEqual([]);
  expect(await client.open('one')).toBe(null);
});

test('a worker that dies in the middle leaves a recording that another one finds whole', async () => {
  const first = open();
  await send(await first.begin('cut', 'from before', FORMAT, ignore), 23);
  first.dispose();

  const second = open();
  await expect.poll(() => second.list()).toHaveLength(1);
  const [found] = await second.list();
  expect(found).toMatchObject({ id: 'cut', note: 'from before' });
  expect(found?.durationS).toBeGreaterThan(1.3);
  const wav = await second.open('cut');
  expect(wav !== null && (await readWavFormat(wav))).toMatchObject({ isWhole: true });
});

test('a worker terminated while the page was away is detected; its recording stays held', async () => {
  const lost: Worker[] = [];
  const RealWorker = globalThis.Worker;
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        lost.push(this);
      }
    },
  );
  const client = open();
  const faults: string[] = [];
  await send(await client.begin('cut', 'a note', FORMAT, (fault) => faults.push(fault)), 23);
  await client.storeFile('file', new Blob(['kept']));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const worker of lost) worker.terminate();
  await recordingsUnlocked();
  const [finished, read, kept] = [
    client.finish('cut'),
    client.read('cut'),
    client.storeFile('file', new Blob(['again'])),
  ];
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(6000);
  vi.useRealTimers();
  await Promise.all([finished, kept]);
  const wav = await read;
  expect(wav !== null && (await readWavFormat(wav))).toMatchObject({ isWhole: true });
  expect(await client.list()).toMatchObject([{ id: 'cut', note: 'a note' }]);
  expect(await (await client.readFile('file'))?.text()).toBe('again');
  await client.removeFile('file');
  expect(faults).toEqual(['worker-lost']);
  vi.unstubAllGlobals();
  expect(await open().open('cut')).toBe(null);
});

test('recordings that another tab records or uses are neither listed nor opened', async () => {
  const [one, other] = [open(), open()];
  const port = await one.begin('live', '', FORMAT, ignore);
  await send(port, 5);
  expect(await other.list()).toEqual([]);
  expect(await other.open('live')).toBe(null);
  port.postMessage({ ended: true });
  await one.finish('live');
  expect(await other.list()).toEqual([]);
  one.dispose();
  await expect.poll(() => other.list()).toHaveLength(1);
});

test('a recording without samples leaves nothing', async () => {
  const client = open();
  const port = await client.begin('empty', 'note', FORMAT, ignore);
  port.postMessage({ ended: true });
  await client.finish('empty');
  expect(await client.list()).toEqual([]);
  expect(await listFiles('recordings')).toEqual([]);
});

test('a recording whose samples stop without an end is closed anyway', async () => {
  const client = open();
  await send(await client.begin('silent', '', FORMAT, ignore), 3);
  await client.finish('silent');
  expect(await client.list()).toMatchObject([{ id: 'silent', durationS: 0.3 }]);
});

test('an invalid name is rejected', async () => {
  await expect(open().begin('../x', '', FORMAT, ignore)).rejects.toThrow(
    "Expected an id of letters, digits and dashes, got '../x'",
  );
});

test('other audio is stored beside the recordings, byte for byte, until it is removed', async () => {
  const client = open();
  // More than one piece, none of them complete.
  const bytes = new Uint8Array(5_000_001).map((_, at) => at % 251);
  await client.storeFile('a-file', new Blob([bytes]));
  await client.storeFile('another', new Blob([bytes.subarray(0, 10)]));
  await client.storeFile('another', new Blob([bytes.subarray(0, 3)]));
  const [kept, replaced] = [await client.readFile('a-file'), await open().readFile('another')];
  const read = new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer());
  expect([read.length, read.every((byte, at) => byte === bytes[at])]).toEqual([bytes.length, true]);
  expect(replaced?.size).toBe(3);
  expect((await client.listFiles()).sort()).toEqual(['a-file', 'another']);
  expect(await client.list()).toEqual([]);
  for (const id of ['a-file', 'another', 'none']) await client.removeFile(id);
  expect([await client.listFiles(), await client.readFile('a-file')]).toEqual([[], null]);
});

test('audio that cannot be read to its end leaves nothing', async () => {
  const client = open();
  await expect(client.storeFile('../up', new Blob())).rejects.toThrow('letters, digits and dashes');
  const root = await navigator.storage.getDirectory();
  const entry = await root.getFileHandle('changing', { create: true });
  const writable = await entry.createWritable();
  await writable.write('what is gone by now');
  await writable.close();
  const chosen = await entry.getFile();
  await root.removeEntry('changing');
  await expect(client.storeFile('a-file', chosen)).rejects.toThrow();
  expect(await client.listFiles()).toEqual([]);
});

test('a released recording can be read by every tab, and held by another one', async () => {
  const client = open();
  const port = await client.begin('one', 'a note', FORMAT, ignore);
  await send(port, 3);
  port.postMessage({ ended: true });
  await client.finish('one');
  const other = open();
  expect(await other.open('one')).toBe(null);
  expect((await other.read('one'))?.type).toBe('audio/wav');
  await client.release('one');
  expect((await other.open('one'))?.size).toBe(WAV_HEADER_BYTES + 3 * 4410 * 4);
  expect(await other.read('none')).toBe(null);
});

test('a recording that cannot be opened hides no others, and stays for later', async () => {
  const client = open();
  for (const id of ['whole', 'stuck']) {
    const port = await client.begin(id, id, FORMAT, ignore);
    await send(port, 3);
    port.postMessage({ ended: true });
    await client.finish(id);
    await client.release(id);
  }
  // Like a file that another program still writes.
  const root = await navigator.storage.getDirectory();
  const stuck = await (await root.getDirectoryHandle('recordings')).getFileHandle('stuck.wav');
  const writer = await stuck.createWritable();
  expect((await client.list()).map(({ id }) => id)).toEqual(['whole']);
  await expect(client.open('stuck')).rejects.toThrow();
  await writer.abort();
  expect((await open().open('stuck'))?.size).toBe(WAV_HEADER_BYTES + 3 * 4410 * 4);
});

test('audio is rejected and leaves nothing if the device has too little room or none', async () => {
  const client = open();
  const file = new Blob([new Uint8Array(5_000_000)]);
  try {
    await limitStorage(1);
    await expect(client.storeFile('a-file', file)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    await limitStorage(4_500_000);
    await expect(client.storeFile('a-file', file)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await client.listFiles()).toEqual([]);
  } finally {
    await limitStorage(null);
  }
  await client.storeFile('a-file', file);
  expect((await client.readFile('a-file'))?.size).toBe(5_000_000);
  await client.removeFile('a-file');
});
