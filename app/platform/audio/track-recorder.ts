import { AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../../contracts/limits.ts';
import { PcmRecorder, type RecorderLevel } from './pcm-recorder.ts';

/** Longest queue while the worker is busy, in chunks of 10 ms: 20 seconds. Beyond that the oldest chunks are lost. */
const QUEUE_CHUNKS = 2000;

/** Not in TypeScript's library yet (W3C, MediaStreamTrack Insertable Media Processing using Streams). */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
type TrackProcessorConstructor = new (options: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor;

/** Returns the browser's `MediaStreamTrackProcessor`, which reads a microphone without an audio context, or null. */
export function findTrackProcessor(): TrackProcessorConstructor | null {
  return (globalThis as { MediaStreamTrackProcessor?: TrackProcessorConstructor }).MediaStreamTrackProcessor ?? null;
}

/**
 * Lets a worker read the microphone directly, in stereo. Better than an audio context, whose own clock drifts from the
 * microphone's, so that it drops samples or inserts silence.
 */
export class TrackRecorder extends PcmRecorder {
  readonly channels = AUDIO_MAX_CHANNELS;
  readonly sampleRateHz = AUDIO_SAMPLE_RATE_HZ;
  readonly #readable: ReadableStream<AudioData>;
  readonly #control = new MessageChannel();

  /** @param track remains the caller's. */
  constructor(track: MediaStreamTrack, Processor: TrackProcessorConstructor) {
    super();
    this.#readable = new Processor({ track, maxBufferSize: QUEUE_CHUNKS }).readable;
    this.#control.port1.onmessage = ({ data }: MessageEvent<RecorderLevel>) => this.onLevel?.(data);
  }

  protected override begin(blocks: MessagePort): void {
    const { port2: control } = this.#control;
    blocks.postMessage({ track: this.#readable, control }, [this.#readable, control]);
  }

  protected override hold(paused: boolean): void {
    this.#control.port1.postMessage({ paused });
  }

  protected override end(): void {
    this.#control.port1.postMessage({ end: true });
    this.#control.port1.onmessage = null;
  }
}
