import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { readWavFormat, WAV_PCM, WavFormatError } from '../../audio-wasm/wav.ts';
import { decodeWaveform, encodeWaveform } from '../../audio-wasm/waveform-data.ts';
import type { DrawnPeaks, PeaksRequest, PeaksResult } from './peaks.api.ts';
import { toWavesurferPeaks } from './wavesurfer-peaks.ts';

/** Bytes read at a time: what is in memory never grows with the recording. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Streams a WAV through the peaks kernel.
 *
 * @throws WavFormatError when it is no WAV of 16-bit PCM; RangeError for a request out of range
 */
export async function extractPeaks(core: AudioCore, wav: Blob, request: PeaksRequest): Promise<PeaksResult> {
  const format = await readWavFormat(wav);
  const { channels, frames, dataOffset, dataBytes, sampleRateHz, durationS } = format;
  if (format.audioFormat !== WAV_PCM || format.bitsPerSample !== 16) {
    throw new WavFormatError(
      `Expected 16-bit PCM (format 1), got ${format.bitsPerSample}-bit samples of format ${format.audioFormat}`,
    );
  }
  const samplesPerPixel =
    'pixels' in request ? Math.max(1, Math.ceil(frames / checkPixels(request.pixels))) : request.samplesPerPixel;
  const mixed = request.channels === 'mono';

  const stream = core.startPeaks({ channels, mixed, samplesPerPixel });
  const end = dataOffset + dataBytes;
  for (let at = dataOffset; at < end; at += CHUNK_BYTES) {
    const chunk = wav.slice(at, Math.min(at + CHUNK_BYTES, end));
    stream.push(new Uint8Array(await chunk.arrayBuffer()));
  }
  const form = { sampleRateHz, samplesPerPixel, channels: mixed ? 1 : channels, bits: 16 } as const;
  return { dat: encodeWaveform(stream.finish(), form), durationS };
}

/** The same in wavesurfer's form: one waveform of all channels, in at most `pixels` pixels. */
export async function drawPeaks(core: AudioCore, wav: Blob, pixels: number): Promise<DrawnPeaks> {
  const { dat, durationS } = await extractPeaks(core, wav, { pixels, channels: 'mono' });
  return { peaks: toWavesurferPeaks(decodeWaveform(dat)), durationS };
}

function checkPixels(pixels: number): number {
  if (!Number.isInteger(pixels) || pixels < 1) {
    throw new RangeError(`Expected pixels to be a whole number above 0, got ${pixels}`);
  }
  return pixels;
}
