import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTranscoder, discardConverted } from '../../../workers/client/transcode-client.ts';
import { holdOutput, openOutput, removeOutput, sweepOutputs } from '../../../workers/transcode/output-files.ts';
import { longWav } from '../../support/audio/long-sounds.ts';
import { listFiles } from '../../support/page/device.ts';

const outputs = (): Promise<string[]> => listFiles('conversions');

async function leave(id: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await (await root.getDirectoryHandle('conversions', { create: true })).getFileHandle(id, { create: true });
}

async function fixture(file: string): Promise<Blob> {
  return (await fetch(new URL(`/tests/fixtures/audio/${file}`, location.href))).blob();
}

beforeEach(async () => {
  for (const id of await outputs()) await removeOutput(id);
});
afterEach(() => expect.poll(outputs).toEqual([]));

test('a file that needs no conversion takes no space, and discarding it does nothing', async () => {
  const own = createTranscoder();
  const { wav } = await own.transcode(await fixture('conforming-mono.wav'));
  expect(await outputs()).toEqual([]);
  discardConverted(wav);
  expect((await wav.arrayBuffer()).byteLength).toBe(wav.size);
  own.dispose();
});

test('a failed or cancelled conversion leaves nothing, the next file its own, which stays until it is discarded', async () => {
  const own = createTranscoder();
  await expect(own.transcode(await fixture('truncated.m4a'))).rejects.toMatchObject({ name: 'DamagedFileError' });
  await expect.poll(outputs).toEqual([]);
  const controller = new AbortController();
  const running = own.transcode(longWav(3600), { signal: controller.signal });
  await expect.poll(outputs).toHaveLength(1);
  controller.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(outputs).toEqual([]);

  const { wav } = await own.transcode(await fixture('mono-48k.m4a'));
  const [id = ''] = await outputs();
  const file = await openOutput(id);
  expect([file.size, wav.type]).toEqual([wav.size, 'audio/wav']);
  // Its worker ends.
  own.dispose();
  expect((await wav.slice(0, 4).text()).slice(0, 4)).toBe('RIFF');
  discardConverted(wav);
  await expect.poll(outputs).toEqual([]);
  await expect(wav.arrayBuffer()).rejects.toThrow();
});

test('a sweep deletes the outputs of killed pages and none in use', async () => {
  await leave('left');
  await leave('used');
  const release = await holdOutput('used');
  await sweepOutputs();
  expect(await outputs()).toEqual(['used']);
  release();
  await sweepOutputs();
});
