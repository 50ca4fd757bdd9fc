import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { buildPyramid, streamPeaks } from '../../audio-wasm/stream-peaks.ts';
import { readWavFormat } from '../../audio-wasm/wav.ts';
import { decodeWaveform, encodeWaveform, toWavesurferPeaks } from '../../audio-wasm/waveform-data.ts';
import { readPieces } from '../files/read-pieces.ts';
import type { DrawnPeaks, PeaksRequest, PeaksResult } from './peaks.api.ts';

/** The format stores samples per pixel as a signed 32-bit integer. */
const SAMPLES_PER_PIXEL_MAX = 0x7fffffff;

/** Computes the peaks of a WAV: see PeaksApi. Samples of other formats are converted to 16 bits (`pcm16Converter`). */
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

  const samples = wav.slice(format.dataOffset, format.dataOffset + format.dataBytes);
  const finest = await streamPeaks(core, (take) => readPieces(samples, take), format, { mixed, samplesPerPixel });
  const channels = mixed ? 1 : format.channels;
  const dats = buildPyramid(finest, channels, zooms).map((peaks, zoom) =>
    encodeWaveform(peaks, { sampleRateHz, samplesPerPixel: samplesPerPixel * 2 ** zoom, channels, bits }),
  );
  return { dats, durationS };
}

/** Computes the same in wavesurfer's form: all channels mixed, in at most `pixels` pixels. */
export async function drawPeaks(core: AudioCore, wav: Blob, pixels: number): Promise<DrawnPeaks> {
  const { dats, durationS } = await extractPeaks(core, wav, { pixels, channels: 'mono' });
  return { peaks: dats.flatMap((dat) => toWavesurferPeaks(decodeWaveform(dat))), durationS };
}

function checkCount(what: string, value: number): number {
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(`Expected ${what} to be a whole number above 0, got ${value}`);
  }
  return value;
}
