import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWavHeader, WavFormatError } from '../../../audio-wasm/wav.ts';
import { dataChunk, fmtChunk, wavFile } from '../audio/wav-bytes.ts';

/** Tests what is read from `runs` damaged WAV headers: those of the seed, or random ones without a seed. */
export function testDamagedHeaders(runs: number, seed?: number): void {
  test(`any mutation of a header gives a format within the file or a WavFormatError (${runs} tried)`, () => {
    const samples = Int16Array.from({ length: 100 }, (_, index) => index * 7);
    const original = wavFile([{ id: 'LIST', body: new Uint8Array(6) }, fmtChunk({ subFormat: 1 }), dataChunk(samples)]);
    const mutation = fc.tuple(fc.nat(original.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 12 }), fc.nat(original.length), (mutations, cut) => {
        const bytes = original.slice(0, original.length - (cut % original.length));
        for (const [at, value] of mutations) if (at < bytes.length) bytes[at] = value;
        try {
          const format = parseWavHeader(bytes, bytes.length);
          expect(format.dataOffset + format.dataBytes).toBeLessThanOrEqual(bytes.length);
          expect(format.frames).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(format.durationS)).toBe(true);
        } catch (error) {
          if (!(error instanceof WavFormatError)) throw error;
        }
      }),
      { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    );
  });
}
