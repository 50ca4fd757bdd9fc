import WaveformData from 'waveform-data';
import { loadAudioCore } from '../../audio-wasm/core.ts';
import type { AudioCore } from '../../audio-wasm/kernels.ts';
import { plainAudioCore } from '../../audio-wasm/reference/peaks.ts';
import { compileFreshCore } from '../support/wasm.ts';
import { checkSame, compareTimes, printTable } from './measure.ts';
import { makeSpeech, type Pcm } from './speech.ts';

const SEED = 20_261;
const DURATION_S = 600;
const SAMPLES_PER_PIXEL = 256;
/** What the peaks worker reads at a time. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/**
 * How far the peer's values may be from ours: it multiplies by 32,767 where the samples were divided by 32,768, and
 * rounds down where the mean of two channels is truncated.
 */
const PEER_TOLERANCE = 1;

const pcm = makeSpeech(SEED, DURATION_S);
const bytes = new Uint8Array(pcm.samples.buffer);
const audioBuffer = decodedAs(pcm);
const wasmCore = loadAudioCore(await compileFreshCore());

const [ours, plain, peer] = compareTimes([
  { name: 'WASM kernel', repetitions: 15, run: () => peaksOf(wasmCore) },
  { name: 'plain twin', repetitions: 3, run: () => peaksOf(plainAudioCore) },
  { name: 'waveform-data', repetitions: 5, run: () => peerPeaks(audioBuffer) },
]);
if (ours === undefined || plain === undefined || peer === undefined) throw new Error('Expected three timings');

checkSame(
  ours.result.length === 2 * Math.ceil(pcm.frames / SAMPLES_PER_PIXEL),
  () => `${ours.result.length} values for ${pcm.frames} frames`,
);
checkWithin(ours.result, plain.result, 0, plain.name);
checkWithin(ours.result, peer.result, PEER_TOLERANCE, peer.name);
checkSame(Math.max(...ours.result.subarray(0, 10_000)) > 1000, () => 'silence is no speech');

const megabytes = bytes.length / 1e6;
printTable(
  `Peaks of ${DURATION_S / 60} minutes of 16-bit stereo at 44.1 kHz (${megabytes.toFixed(1)} MB), mixed to mono, ${SAMPLES_PER_PIXEL} samples a pixel`,
  [
    ['', 'runs', 'first ms', 'median ms', 'best ms', 'MB/s (median)', 'WASM is faster by'],
    ...[ours, plain, peer].map(({ name, repetitions, firstMs, medianMs, bestMs }) => [
      name,
      String(repetitions),
      firstMs.toFixed(1),
      medianMs.toFixed(1),
      bestMs.toFixed(1),
      (megabytes / (medianMs / 1000)).toFixed(0),
      `${(medianMs / ours.medianMs).toFixed(1)} x`,
    ]),
  ],
);

function peaksOf(core: AudioCore): Int16Array {
  const stream = core.startPeaks({ channels: pcm.channels, mixed: true, samplesPerPixel: SAMPLES_PER_PIXEL });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) stream.push(bytes.subarray(at, at + CHUNK_BYTES));
  return stream.finish();
}

/** What waveform-data makes of decoded audio in the calling thread, without the header. */
function peerPeaks(decoded: AudioBuffer): Int16Array {
  let values = new Int16Array();
  const options = { audio_buffer: decoded, scale: SAMPLES_PER_PIXEL, bits: 16, disable_worker: true };
  // Without a worker the callback is called before this returns.
  WaveformData.createFromAudio(options, (error, waveform) => {
    if (error) throw error;
    values = new Int16Array(waveform.toArrayBuffer(), 24);
  });
  return values;
}

/** The samples as decodeAudioData gives them: floats, a channel at a time. Made once, and not timed. */
function decodedAs({ channels, frames, samples, sampleRateHz }: Pcm): AudioBuffer {
  const planes = Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++) plane[frame] = (samples[frame * channels + channel] ?? 0) / 32_768;
    return plane;
  });
  // Node has no AudioBuffer; these four are all that waveform-data asks of one.
  return {
    length: frames,
    numberOfChannels: channels,
    sampleRate: sampleRateHz,
    getChannelData: (channel: number) => planes[channel],
  } as unknown as AudioBuffer;
}

function checkWithin(values: Int16Array, others: Int16Array, tolerance: number, name: string): void {
  checkSame(values.length === others.length, () => `${values.length} values, ${others.length} by ${name}`);
  const index = values.findIndex((value, at) => !(Math.abs(value - (others[at] ?? Number.NaN)) <= tolerance));
  checkSame(index < 0, () => `value ${index} is ${values[index]}, ${others[index]} by ${name}`);
}
