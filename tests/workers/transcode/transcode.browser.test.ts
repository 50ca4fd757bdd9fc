import { expect, test } from 'vitest';
import { createFfmpegCore } from '../../../workers/transcode/ffmpeg-core.ts';
import { transcode } from '../../../workers/transcode/transcode.ts';

// On the page, not in a worker, because only a page can list its fetches.

async function fixture(file: string): Promise<Blob> {
  return (await fetch(new URL(`/tests/fixtures/audio/${file}`, location.href))).blob();
}

/** How often the engine's WASM was fetched; importing its address, as the development server allows, is no fetch. */
function engineFetches(): number {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('ffmpeg-core') && name.endsWith('.wasm')).length;
}

const ignore = (): void => {};

test('the engine is not fetched for conforming WAVs or non-audio, and once for all other files', async () => {
  // The earlier files may have filled the list.
  performance.clearResourceTimings();
  const mono = await transcode(await fixture('conforming-mono.wav'), ignore);
  const stereo = await transcode(await fixture('conforming-stereo.wav'), ignore);
  expect([mono.passedThrough, stereo.passedThrough]).toEqual([true, true]);
  await expect(transcode(await fixture('text.mp3'), ignore)).rejects.toMatchObject({ name: 'NotAudioError' });
  await expect(transcode(new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]), ignore)).rejects.toMatchObject({
    name: 'NotAudioError',
  });
  expect(engineFetches()).toBe(0);

  // The other files do fetch it, from our own origin; it can't read a Blob outside a worker, but that is unrelated.
  await expect(transcode(await fixture('mono-48k.m4a'), ignore)).rejects.toThrow();
  expect(engineFetches()).toBe(1);
  const [engine] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm'));
  expect(new URL(engine?.name ?? '').origin).toBe(location.origin);

  // Each job has its own instance of the engine.
  const [first, second] = [await createFfmpegCore(), await createFfmpegCore()];
  expect(second).not.toBe(first);
  expect(second.exec('-version')).toBe(0);
  expect(engineFetches()).toBe(1);
});
