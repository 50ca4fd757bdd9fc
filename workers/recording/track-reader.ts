import { AUDIO_SAMPLE_RATE_HZ } from '../../contracts/limits.ts';
import { FRAMES_PER_BLOCK } from './capture.api.ts';
import { createBlockBuilder } from './pcm-blocks.ts';
import type { TrackCommand, TrackReport } from './recording.api.ts';
import { createResampler, type Resampler } from './resampler.ts';

const CHANNELS = 2;
const REPORTS_PER_SECOND = 20;
/** How long what was captured before the end may take to arrive. */
const BACKLOG_MS = 1500;

/**
 * Reads the sound of a microphone's track as its device delivers it, in stereo at 44.1 kHz.
 *
 * @param track closed by this, with every piece of it.
 * @param control carries {@link TrackCommand}s, and back {@link TrackReport}s.
 * @param onSamples receives interleaved samples; the memory is used again once it returns.
 * @returns what resolves after the last samples: once all that was captured when `end` came has been read, or the track
 *   is over. It never rejects.
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
  /** The end in the time of the pieces; null until it is asked for. */
  let endUs: number | null = null;
  /** What to add to our time for the time of the pieces: they arrive late, but never early. */
  let aheadUs = Number.NEGATIVE_INFINITY;
  let reportedFrames = 0;
  let heardFrames = 0;

  control.onmessage = ({ data }: MessageEvent<TrackCommand>) => {
    if ('paused' in data) {
      isPaused = data.paused;
    } else {
      endUs = performance.now() * 1000 + aheadUs;
      setTimeout(() => void reader.cancel().catch(() => {}), BACKLOG_MS);
    }
  };

  function take(piece: AudioData): void {
    if (piece.sampleRate !== rateHz) {
      // Another device took over, which goes on where the first one stopped.
      if (resampler !== null) builder.add(resampler.flush());
      rateHz = piece.sampleRate;
      resampler = rateHz === AUDIO_SAMPLE_RATE_HZ ? null : createResampler(rateHz, AUDIO_SAMPLE_RATE_HZ, CHANNELS);
    }
    const channels = channelsOf(piece);
    if (!isPaused) builder.add(resampler === null ? channels : resampler.add(channels));
    heardFrames += piece.numberOfFrames;
    if (heardFrames - reportedFrames < rateHz / REPORTS_PER_SECOND) return;
    reportedFrames = heardFrames;
    const peak = Math.max(builder.takePeak(), isPaused ? peakOf(channels) : 0);
    const report: TrackReport = { frames: builder.frames, peak };
    control.postMessage(report);
  }

  try {
    for (;;) {
      const { value: piece } = await reader.read();
      if (piece === undefined) break;
      aheadUs = Math.max(aheadUs, piece.timestamp + (piece.duration ?? 0) - performance.now() * 1000);
      const isOver = endUs !== null && piece.timestamp >= endUs;
      if (!isOver) take(piece);
      piece.close();
      if (isOver) break;
    }
  } catch {
    // A track that breaks off ends the sound; whoever opened the microphone hears of it from the track itself.
  }
  await reader.cancel().catch(() => {});
  if (resampler !== null) builder.add((resampler as Resampler).flush());
  builder.flush();
  control.close();
}

/** Both channels; what has only one is heard on both sides, and of what has more the first two are. */
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
