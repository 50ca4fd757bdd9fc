import { AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../../contracts/limits.ts';
import { PcmRecorder, type RecorderLevel } from './pcm-recorder.ts';

/** Pieces of 10 ms that wait while the worker is kept from reading: 20 seconds. Beyond, the oldest are dropped. */
const QUEUE_PIECES = 2000;

/** Not in TypeScript's library yet (W3C, MediaStreamTrack Insertable Media Processing using Streams). */
interface TrackProcessor {
  readonly readable: ReadableStream<AudioData>;
}
type TrackProcessorMaker = new (options: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor;

/** The browser's way to read a microphone without an audio context; null where it has none. */
export function findTrackProcessor(): TrackProcessorMaker | null {
  return (globalThis as { MediaStreamTrackProcessor?: TrackProcessorMaker }).MediaStreamTrackProcessor ?? null;
}

/**
 * Has a worker read what the microphone's device delivers, in stereo. No audio context lies in between, whose own clock
 * would make it leave out a little, or put in silence, each time the two clocks have drifted apart.
 */
export class TrackRecorder extends PcmRecorder {
  readonly channels = AUDIO_MAX_CHANNELS;
  readonly sampleRateHz = AUDIO_SAMPLE_RATE_HZ;
  readonly #readable: ReadableStream<AudioData>;
  readonly #control = new MessageChannel();

  /** @param track stays the caller's. */
  constructor(track: MediaStreamTrack, Processor: TrackProcessorMaker) {
    super();
    this.#readable = new Processor({ track, maxBufferSize: QUEUE_PIECES }).readable;
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
