import { afterEach, expect, test } from 'vitest';
import { readWavFormat } from '../../../audio-wasm/wav.ts';
import { createRecordingClient, type RecordingClient } from '../../../workers/client/recording-client.ts';
import { changeWorkers } from '../../support/page/other-browsers.ts';
import { until } from '../../support/until.ts';

let client: RecordingClient;
afterEach(() => client.dispose());

function openWithout(change: () => void): void {
  changeWorkers(change);
  client = createRecordingClient();
}

test('stores on the device if it can', async () => {
  client = createRecordingClient();
  expect(await client.isLasting()).toBe(true);
});

test.each<[string, () => void]>([
  [
    'has no private file system',
    () => Object.defineProperty(StorageManager.prototype, 'getDirectory', { value: undefined }),
  ],
  [
    'refuses access to it',
    () => {
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('Not here', 'SecurityError'));
    },
  ],
])('recordings and files are held in memory if the browser %s', async (_, change) => {
  openWithout(change);
  expect(await client.isLasting()).toBe(false);
  const port = await client.begin('one', 'a note', { sampleRateHz: 44_100, channels: 2 }, () => {});
  let back = 0;
  port.onmessage = () => {
    back += 1;
  };
  for (let at = 0; at < 12; at++) {
    const samples = new Int16Array(4410 * 2).fill(1000);
    port.postMessage({ samples }, [samples.buffer]);
  }
  await until(() => expect(back).toBe(12));
  port.postMessage({ ended: true });
  await client.finish('one');
  await client.annotate('one', 'another');
  expect(await client.list()).toEqual([{ id: 'one', note: 'another', durationS: 1.2 }]);
  const wav = await client.open('one');
  expect(wav?.type).toBe('audio/wav');
  expect(wav !== null && (await readWavFormat(wav))).toMatchObject({ channels: 2, frames: 12 * 4410, isWhole: true });

  await client.storeFile('a-file', new Blob(['voice']));
  expect(await (await client.readFile('a-file'))?.text()).toBe('voice');
  await client.removeFile('a-file');
  await client.remove('one');
  expect(await client.listFiles()).toEqual([]);
  expect(await client.list()).toEqual([]);
});
