import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../audio-wasm/reference/audio.ts';
import { buildPyramid, streamPeaks } from '../../audio-wasm/stream-peaks.ts';
import { parseWavHeader, WavFormatError } from '../../audio-wasm/wav.ts';
import { compileFreshCore } from '../support/audio/wasm.ts';
import { type FmtFields, fmtChunk, wavFile } from '../support/audio/wav-bytes.ts';

const kernels: [string, AudioCore][] = [
  ['the WASM kernel', loadAudioCore(await compileFreshCore())],
  ['the plain twin', plainAudioCore],
];
const formats: FmtFields[] = [
  { bitsPerSample: 8 },
  { bitsPerSample: 16, channels: 2 },
  { bitsPerSample: 24, channels: 2 },
  { bitsPerSample: 32 },
  { bitsPerSample: 32, audioFormat: 3 },
  { bitsPerSample: 64, audioFormat: 3, channels: 2 },
];
const OPTIONS = { mixed: true, samplesPerPixel: 5 };

const formatOf = (fields: FmtFields, body: Uint8Array) => {
  const wav = wavFile([fmtChunk(fields), { id: 'data', body }]);
  return parseWavHeader(wav, wav.length);
};

/** Passes bytes in pieces through one buffer, which is overwritten after each piece. */
const inPieces = (bytes: Uint8Array, lengths: readonly number[]) => async (take: (piece: Uint8Array) => void) => {
  const shared = new Uint8Array(bytes.length + 1);
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    const piece = bytes.subarray(at, at + length);
    shared.set(piece, 1);
    take(shared.subarray(1, 1 + piece.length));
    shared.fill(0x55);
    at += piece.length;
    await Promise.resolve();
  }
};

describe.each(kernels)('with %s', (_, core) => {
  test.each(formats)('pieces cut anywhere, in a reused buffer, give the peaks of the whole: %o', (fields) => {
    const bodies = fc.uint8Array({ minLength: 48, maxLength: 480 });
    return fc.assert(
      fc.asyncProperty(bodies, fc.array(fc.nat(40), { maxLength: 30 }), async (noise, lengths) => {
        const body = noise.slice(0, noise.length - (noise.length % 48));
        const format = formatOf(fields, body);
        const whole = await streamPeaks(core, async (take) => take(body), format, OPTIONS);
        expect(whole.length).toBe(2 * Math.ceil(format.frames / 5));
        expect(await streamPeaks(core, inPieces(body, lengths), format, OPTIONS)).toEqual(whole);
      }),
    );
  });
});

test('rejects with the error of `read`, and rejects unsupported samples before reading', async () => {
  const body = new Uint8Array(48);
  const broken = async (): Promise<void> => {
    throw new Error('the disk is gone');
  };
  await expect(streamPeaks(plainAudioCore, broken, formatOf({}, body), OPTIONS)).rejects.toThrow('the disk is gone');
  const compressed = streamPeaks(plainAudioCore, broken, formatOf({ audioFormat: 17 }, body), OPTIONS);
  await expect(compressed).rejects.toThrow(WavFormatError);
});

const sample = fc.oneof(fc.integer({ min: -32768, max: 32767 }), fc.constantFrom(-32768, 32767, -1, 0, 1));

function direct(
  samples: Int16Array,
  channels: number,
  mixed: boolean,
  samplesPerPixel: number,
): Int16Array<ArrayBuffer> {
  const stream = plainAudioCore.startPeaks({ channels, mixed, samplesPerPixel });
  stream.push(new Uint8Array(samples.buffer));
  return stream.finish();
}

test('every zoom equals a separate pass, mixed or by channel, for any length', () => {
  fc.assert(
    fc.property(
      fc.array(sample, { maxLength: 800, size: 'max' }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      (values, channels, mixed, samplesPerPixel) => {
        const samples = Int16Array.from(values);
        const zooms = buildPyramid(direct(samples, channels, mixed, samplesPerPixel), mixed ? 1 : channels, 6);
        expect(zooms).toHaveLength(6);
        for (const [zoom, peaks] of zooms.entries()) {
          expect(peaks).toEqual(direct(samples, channels, mixed, samplesPerPixel * 2 ** zoom));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a single zoom equals the plain peaks, and empty input stays empty', () => {
  const peaks = Int16Array.of(-1, 1);
  expect(buildPyramid(peaks, 1, 1)).toEqual([peaks]);
  expect(buildPyramid(new Int16Array(), 2, 3)).toEqual([new Int16Array(), new Int16Array(), new Int16Array()]);
});
