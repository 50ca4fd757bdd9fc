import { AUDIO_SAMPLE_RATE_HZ } from '../../contracts/limits.ts';
import { type CaptureReport, FRAMES_PER_BLOCK, REPORTS_PER_SECOND } from './capture.api.ts';
import { createBlockBuilder } from './pcm-blocks.ts';
import type { TrackCommand } from './recording.api.ts';
import { createResampler, type Resampler } from './resampler.ts';

const CHANNELS = 2;
/** How long samples captured before the end may take to arrive. */
const BACKLOG_MS = 1500;

/**
 * Reads a microphone's track, and converts it to stereo at 44.1 kHz. Never rejects. Resolves after the last samples:
 * those captured before `end`, or all if the track ends.
 *
 * @param control receives {@link TrackCommand}s and posts {@link CaptureReport}s.
 * @param onSamples called with interleaved samples, whose memory is reused after it returns.
 */
export async function readTrack(
  track: ReadableStream<AudioData>,
  control: MessagePort,
  onSamples: (samples: Int16Array<ArrayBuffer>) => void,
): Promise<void> {
  const builder = createBlockBuilder(CHANNELS, FRAMES_PER_BLOCK, (samples) => {
    onSamples(samples);
    builder.recycle(samples.buffer);
  });
  const reader = track.getReader();
  let rateHz = 0;
  let resampler: Resampler | null = null;
  let isPaused = false;
  /** The end on the pieces' clock; null until `end` arrives. */
  let endUs: number | null = null;
  /** Offset from our clock to the pieces' clock. The maximum is right, because pieces arrive late but never early. */
  let offsetUs = Number.NEGATIVE_INFINITY;
  let latestUs = Number.NEGATIVE_INFINITY;
  let reportedFrames = 0;
  let readFrames = 0;

  control.onmessage = ({ data }: MessageEvent<TrackCommand>) => {
    if ('paused' in data) {
      isPaused = data.paused;
    } else {
      endUs = performance.now() * 1000 + offsetUs;
      setTimeout(() => void reader.cancel().catch(() => {}), BACKLOG_MS);
    }
  };

  function take(piece: AudioData): void {
    if (piece.sampleRate !== rateHz) {
      // Another device took over.
      if (resampler !== null) builder.add(resampler.flush());
      rateHz = piece.sampleRate;
      resampler = rateHz === AUDIO_SAMPLE_RATE_HZ ? null : createResampler(rateHz, AUDIO_SAMPLE_RATE_HZ, CHANNELS);
    }
    const channels = channelsOf(piece);
    if (!isPaused) builder.add(resampler === null ? channels : resampler.add(channels));
    readFrames += piece.numberOfFrames;
    if (readFrames - reportedFrames < rateHz / REPORTS_PER_SECOND) return;
    reportedFrames = readFrames;
    const peak = Math.max(builder.takePeak(), isPaused ? peakOf(channels) : 0);
    const report: CaptureReport = { frames: builder.frames, peak };
    control.postMessage(report);
  }

  try {
    for (;;) {
      const { value: piece } = await reader.read();
      if (piece === undefined) break;
      // Chromium stamps by the page's clock until the track is in the worker, and by the worker's from then on.
      if (piece.timestamp < latestUs) offsetUs = Number.NEGATIVE_INFINITY;
      latestUs = piece.timestamp;
      offsetUs = Math.max(offsetUs, piece.timestamp + (piece.duration ?? 0) - performance.now() * 1000);
      const isOver = endUs !== null && piece.timestamp >= endUs;
      if (!isOver) take(piece);
      piece.close();
      if (isOver) break;
    }
  } catch {
    // A failed track ends the recording; the page notices it on the track itself.
  }
  await reader.cancel().catch(() => {});
  if (resampler !== null) builder.add((resampler as Resampler).flush());
  builder.flush();
  control.close();
}

/** Returns two channels: mono is doubled; of more than two, the first two are used. */
function channelsOf(piece: AudioData): Float32Array[] {
  const first = channelOf(piece, 0);
  return [first, piece.numberOfChannels > 1 ? channelOf(piece, 1) : first];
}

function channelOf(piece: AudioData, planeIndex: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(piece.numberOfFrames);
  piece.copyTo(samples, { planeIndex, format: 'f32-planar' });
  return samples;
}

function peakOf(channels: readonly Float32Array[]): number {
  return channels.reduce((peak, samples) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), peak), 0);
}
