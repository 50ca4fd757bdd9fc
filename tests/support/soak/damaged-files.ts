import { expect, test } from 'vitest';
import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import { loadAudioCore } from '../../../audio-wasm/core.ts';
import { drawPeaks } from '../../../workers/peaks/extract-peaks.ts';
import { describeUnknown, SNIFF_BYTES, sniffContainer } from '../../../workers/transcode/sniff.ts';
import { readAudioFixtures, readFixtureHead } from '../audio/audio-fixtures.ts';
import { CountedBlob } from '../audio/counted-blob.ts';
import { mutate } from '../audio/mutate.ts';
import { compileFreshCore } from '../audio/wasm.ts';
import { dataChunk, ds64Chunk, fmtChunk, rf64File, wavFile } from '../audio/wav-bytes.ts';

const SEED = 40_404;
/** Faults reach past the header, whose chunks end before this. */
const HEAD_BYTES = 160;
/** Enough samples behind the header for a few pixels; the whole fixtures would only make it slow. */
const FILE_BYTES = 3000;
/** The walk gives up after 1,000 chunks, each looked at once or twice. */
const SLICES_MAX = 2010;

/** Tests what is read from `count` damaged files, the same for the same seed. */
export function testDamagedFiles(count: number): void {
  test(`${count} damaged WAV and CAF files are known or not, and drawn or refused by name, with bounded reading and no trap`, async () => {
    const core = loadAudioCore(await compileFreshCore());
    const random = createRandom(SEED);
    const originals = wholeFiles();
    const outcomes = { drawn: 0, refused: 0, caf: 0, unknown: 0 };
    for (let index = 0; index < count; index++) {
      const bytes = mutate(originals[index % originals.length] ?? new Uint8Array(), HEAD_BYTES, random);
      const container = sniffContainer(bytes.subarray(0, SNIFF_BYTES));
      expect(describeUnknown(bytes).length).toBeLessThan(300);
      if (container === 'caf') outcomes.caf += 1;
      if (container === null) outcomes.unknown += 1;
      if (container !== null && container !== 'wav') continue;

      const blob = new CountedBlob([bytes]);
      try {
        const { peaks, durationS } = await drawPeaks(core, blob, 50);
        expect(peaks.map(({ length }) => length <= 50)).toEqual([true]);
        expect(Number.isFinite(durationS) && durationS >= 0).toBe(true);
        outcomes.drawn += 1;
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'WavFormatError') throw error;
        expect(error.message.length).toBeLessThan(300);
        outcomes.refused += 1;
      }
      expect(blob.slices).toBeLessThan(SLICES_MAX);
      expect(blob.bytesRead).toBeLessThan(3 * bytes.length + 1000);
    }
    for (const outcome of Object.values(outcomes)) expect(outcome).toBeGreaterThan(count / 50);
  });
}

function wholeFiles(): Uint8Array[] {
  const samples = Int16Array.from({ length: 1000 }, (_, index) => index * 31);
  return [
    ...readAudioFixtures()
      .playable.filter(({ container }) => container === 'wav' || container === 'caf')
      .map(({ file }) => readFixtureHead(file, FILE_BYTES)),
    wavFile([
      { id: 'LIST', body: new Uint8Array(27) },
      fmtChunk({ subFormat: 3, bitsPerSample: 32 }),
      dataChunk(samples),
    ]),
    rf64File([ds64Chunk({ dataBytes: 2000, sizes: { junk: 8 } }), fmtChunk(), dataChunk(samples, 0xffffffff)]),
  ];
}
