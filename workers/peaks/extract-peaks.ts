import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { pcm16Converter } from '../../audio-wasm/pcm16.ts';
import { buildPyramid } from '../../audio-wasm/pyramid.ts';
import { readWavFormat, type WavFormat } from '../../audio-wasm/wav.ts';
import { decodeWaveform, encodeWaveform } from '../../audio-wasm/waveform-data.ts';
import type { DrawnPeaks, PeaksRequest, PeaksResult } from './peaks.api.ts';
import { readPieces } from './read-pieces.ts';
import { toWavesurferPeaks } from './wavesurfer-peaks.ts';

/** The format keeps samples per pixel in a signed 32-bit integer. */
const SAMPLES_PER_PIXEL_MAX = 0x7fffffff;

/**
 * Streams a WAV through the peaks kernel, once, whatever the count of zooms. Samples of other formats become 16-bit
 * ones on the way in (see `pcm16Converter`).
 *
 * @throws WavFormatError when it is no WAV of a format that is read here; RangeError for a request out of range
 */
export async function extractPeaks(core: AudioCore, wav: Blob, request: PeaksRequest): Promise<PeaksResult> {
  const { zooms = 1, bits = 16 } = request;
  const mixed = request.channels === 'mono';
  const format = await readWavFormat(wav);
  const { frames, sampleRateHz, durationS } = format;
  const samplesPerPixel =
    'pixels' in request
      ? Math.max(1, Math.ceil(frames / checkCount('pixels', request.pixels)))
      : request.samplesPerPixel;
  checkCount('zooms', zooms);
  if (samplesPerPixel * 2 ** (zooms - 1) > SAMPLES_PER_PIXEL_MAX) {
    throw new RangeError(`Expected fewer zooms than ${zooms} from ${samplesPerPixel} samples per pixel on`);
  }

  const finest = await streamPeaks(core, wav, format, { mixed, samplesPerPixel });
  const channels = mixed ? 1 : format.channels;
  const dats = buildPyramid(finest, channels, zooms).map((peaks, zoom) =>
    encodeWaveform(peaks, { sampleRateHz, samplesPerPixel: samplesPerPixel * 2 ** zoom, channels, bits }),
  );
  return { dats, durationS };
}

/** The same in wavesurfer's form: one waveform of all channels, in at most `pixels` pixels. */
export async function drawPeaks(core: AudioCore, wav: Blob, pixels: number): Promise<DrawnPeaks> {
  const { dats, durationS } = await extractPeaks(core, wav, { pixels, channels: 'mono' });
  return { peaks: dats.flatMap((dat) => toWavesurferPeaks(decodeWaveform(dat))), durationS };
}

async function streamPeaks(
  core: AudioCore,
  wav: Blob,
  format: WavFormat,
  options: { readonly mixed: boolean; readonly samplesPerPixel: number },
): Promise<Int16Array<ArrayBuffer>> {
  const { channels, bitsPerSample, dataOffset, dataBytes } = format;
  const toPcm16 = pcm16Converter(format);
  const peaks = core.startPeaks({ channels, ...options });
  const takeWhole = wholeSamples(Math.ceil(bitsPerSample / 8));
  await readPieces(wav.slice(dataOffset, dataOffset + dataBytes), (piece) => peaks.push(toPcm16(takeWhole(piece))));
  return peaks.finish();
}

/** Holds the start of a sample back until its rest has come; pieces may be torn anywhere. */
function wholeSamples(sampleBytes: number): (piece: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
  let held = new Uint8Array();
  return (piece) => {
    let whole = piece;
    if (held.length > 0) {
      whole = new Uint8Array(held.length + piece.length);
      whole.set(held);
      whole.set(piece, held.length);
    }
    const end = whole.length - (whole.length % sampleBytes);
    held = whole.slice(end);
    return whole.subarray(0, end);
  };
}

function checkCount(what: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(`Expected ${what} to be a whole number above 0, got ${value}`);
  }
  return value;
}
