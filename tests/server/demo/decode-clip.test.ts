import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { isConformingWav, parseWavHeader } from '../../../audio-wasm/wav.ts';
import { decodeClip } from '../../../server/demo/decode-clip.ts';

const CLIP = readFileSync(new URL('../../../server/demo/clips/01-vert-galant.mp3', import.meta.url));
/** 656 frames of 1152 samples, minus the encoder padding of 576 and 1348 samples noted in the first frame. */
const SAMPLES = 656 * 1152 - 576 - 1348;

afterEach(() => {
  vi.restoreAllMocks();
});

test('a clip decodes to a master with its samples only, at full level', async () => {
  const wav = await decodeClip(CLIP);
  const format = parseWavHeader(wav, wav.length);
  expect(isConformingWav(format)).toBe(true);
  expect(format).toMatchObject({ channels: 1, frames: SAMPLES });
  const loudest = new Int16Array(wav.buffer, format.dataOffset).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  expect(loudest).toBeGreaterThan(20_000);
});

test('a damaged clip and a file without audio are refused', async () => {
  // The decoder also reports to the console.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await expect(decodeClip(Buffer.from(CLIP).fill(0xab, 40_000, 60_000))).rejects.toThrow(/^Damaged after \d+ samples/);
  await expect(decodeClip(Buffer.from('Ceci est une liste.'))).rejects.toThrow('found no audio in 19 bytes');
});
