import { expect, test } from 'vitest';
import { createFfmpegCore } from '../../../workers/transcode/ffmpeg-core.ts';
import { transcode } from '../../../workers/transcode/transcode.ts';

// On the page, not in a worker: only a page can list what it fetched.

async function fixture(file: string): Promise<Blob> {
  return (await fetch(new URL(`/tests/fixtures/audio/${file}`, location.href))).blob();
}

/** How often the engine's WASM was asked for; importing its address, as the development server lets us do, is no fetch. */
function engineFetches(): number {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('ffmpeg-core') && name.endsWith('.wasm')).length;
}

const ignore = (): void => {};

test('the engine is not fetched for a conforming WAV, nor for files without audio, and once for all others', async () => {
  // The files before may have filled the list.
  performance.clearResourceTimings();
  const mono = await transcode(await fixture('conforming-mono.wav'), ignore);
  const stereo = await transcode(await fixture('conforming-stereo.wav'), ignore);
  expect([mono.passedThrough, stereo.passedThrough]).toEqual([true, true]);
  await expect(transcode(await fixture('text.mp3'), ignore)).rejects.toMatchObject({ name: 'NotAudioError' });
  await expect(transcode(new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]), ignore)).rejects.toMatchObject({
    name: 'NotAudioError',
  });
  expect(engineFetches()).toBe(0);

  // The other files do fetch it, from our own origin; that it can't read a Blob outside a worker is another matter.
  await expect(transcode(await fixture('mono-48k.m4a'), ignore)).rejects.toThrow();
  expect(engineFetches()).toBe(1);
  const [engine] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm'));
  expect(new URL(engine?.name ?? '').origin).toBe(location.origin);

  // Each job has its own instance of it.
  const [first, second] = [await createFfmpegCore(), await createFfmpegCore()];
  expect(second).not.toBe(first);
  expect(second.exec('-version')).toBe(0);
  expect(engineFetches()).toBe(1);
});
