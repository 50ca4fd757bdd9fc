import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { isConformingWav, parseWavHeader } from '../../../audio-wasm/wav.ts';
import { decodeClip } from '../../../server/demo/decode-clip.ts';

const CLIP = readFileSync(new URL('../../../server/demo/clips/01-vert-galant.mp3', import.meta.url));
/** 656 frames of 1152 samples, without the 576 and 1348 that the encoder noted as its own in the first frame. */
const SAMPLES = 656 * 1152 - 576 - 1348;

afterEach(() => {
  vi.restoreAllMocks();
});

test('a clip becomes a master of its samples alone, at full level', async () => {
  const wav = await decodeClip(CLIP);
  const format = parseWavHeader(wav, wav.length);
  expect(isConformingWav(format)).toBe(true);
  expect(format).toMatchObject({ channels: 1, frames: SAMPLES });
  const loudest = new Int16Array(wav.buffer, format.dataOffset).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  expect(loudest).toBeGreaterThan(20_000);
});

test('a damaged clip is refused, and so is another file', async () => {
  // The decoder reports there, too.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  await expect(decodeClip(Buffer.from(CLIP).fill(0xab, 40_000, 60_000))).rejects.toThrow(/^Damaged after \d+ samples/);
  await expect(decodeClip(Buffer.from('Ceci est une liste.'))).rejects.toThrow('found no audio in 19 bytes');
});
