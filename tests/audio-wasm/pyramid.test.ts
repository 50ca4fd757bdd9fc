import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPyramid } from '../../audio-wasm/pyramid.ts';
import { plainAudioCore } from '../../audio-wasm/reference/peaks.ts';

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
