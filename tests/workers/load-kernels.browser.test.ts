import { expect, test } from 'vitest';
import { plainAudioCore } from '../../audio-wasm/reference/audio.ts';
import { getAudioCore } from '../../workers/load-kernels.ts';

test('Chromium gets the WASM kernels, not their fallback', async () => {
  const core = await getAudioCore();
  expect(core).not.toBe(plainAudioCore);
  const stream = core.startPeaks({ channels: 1, mixed: true, samplesPerPixel: 2 });
  stream.push(Uint8Array.of(1, 0, 2, 0));
  expect([...stream.finish()]).toEqual([1, 2]);
});
