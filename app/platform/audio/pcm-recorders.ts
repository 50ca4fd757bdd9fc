import { AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../../contracts/limits.ts';

/** State of a recorder. It can be started once; after a stop it stays `inactive`. */
type RecorderState = 'inactive' | 'recording' | 'paused';

/** An action on a recorder. */
export type RecorderAction = 'start' | 'pause' | 'resume' | 'stop';

/** Reported about twenty times a second. */
export interface RecorderLevel {
  /** Frames recorded so far. */
  readonly frames: number;
  /** The loudest sample since the last report, 0 to 1. */
  readonly peak: number;
}

/** The states in which each action is allowed, and the resulting state. */
const TRANSITIONS: Readonly<
  Record<RecorderAction, { readonly from: readonly RecorderState[]; readonly to: RecorderState }>
> = {
  start: { from: ['inactive'], to: 'recording' },
  pause: { from: ['recording'], to: 'paused' },
  resume: { from: ['paused'], to: 'recording' },
  stop: { from: ['recording', 'paused'], to: 'inactive' },
};

/**
 * Records a microphone as 16-bit samples and posts them to a port: as messages `{ samples }` (interleaved, transferred)
 * followed by `{ ended: true }`, or as one `{ track, control }` from which the receiver reads the samples itself. The
 * subclasses differ in how they read the microphone.
 *
 * A call in the wrong state changes nothing and dispatches an ErrorEvent `error` with the message 'Wrong state for
 * {action}'. Each change of state dispatches `statechange`.
 */
export abstract class PcmRecorder extends EventTarget {
  /** Receives levels while recording and while paused. */
  onLevel: ((level: RecorderLevel) => void) | null = null;
  #state: RecorderState = 'inactive';

  abstract readonly sampleRateHz: number;
  abstract readonly channels: number;

  get state(): RecorderState {
    return this.#state;
  }

  /** Starts recording to `blocks`, which the recorder owns from now on. */
  start(blocks: MessagePort): void {
    if (this.#transition('start')) this.begin(blocks);
  }

  /** Discards the input until {@link resume}. */
  pause(): void {
    if (this.#transition('pause')) this.hold(true);
  }

  resume(): void {
    if (this.#transition('resume')) this.hold(false);
  }

  /** Posts the remaining samples and the end. */
  stop(): void {
    if (this.#transition('stop')) this.end();
  }

  protected abstract begin(blocks: MessagePort): void;
  protected abstract hold(paused: boolean): void;
  protected abstract end(): void;

  #transition(action: RecorderAction): boolean {
    const { from, to } = TRANSITIONS[action];
    if (!from.includes(this.#state)) {
      this.dispatchEvent(new ErrorEvent('error', { message: `Wrong state for ${action}` }));
      return false;
    }
    this.#state = to;
    this.dispatchEvent(new Event('statechange'));
    return true;
  }
}

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
 * Lets a worker read the microphone, in stereo: the clock of an audio context drifts, so it drops or inserts samples.
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

/** Name under which the script registers its processor; must equal the one in workers/recording/capture.api.ts. */
const PROCESSOR = 'capture';
const WORKLET_CHANNELS = 2;

/** Records on the audio thread, in stereo, so that a busy page loses no samples. */
export class WorkletRecorder extends PcmRecorder {
  readonly channels = WORKLET_CHANNELS;
  readonly sampleRateHz: number;
  readonly #node: AudioWorkletNode;

  /** @param source remains the caller's; the module must already be loaded into its context. */
  constructor(source: AudioNode) {
    super();
    const { context } = source;
    this.sampleRateHz = context.sampleRate;
    this.#node = new AudioWorkletNode(context, PROCESSOR, {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      channelCount: WORKLET_CHANNELS,
      channelCountMode: 'explicit',
      channelInterpretation: 'speakers',
      processorOptions: { channels: WORKLET_CHANNELS },
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<RecorderLevel>) => this.onLevel?.(data);
    source.connect(this.#node);
    // A node that is not connected may not be run; this one outputs silence.
    this.#node.connect(context.destination);
  }

  protected override begin(blocks: MessagePort): void {
    this.#node.port.postMessage({ start: blocks }, [blocks]);
  }

  protected override hold(paused: boolean): void {
    this.#node.port.postMessage({ paused });
  }

  protected override end(): void {
    this.#node.port.postMessage({ end: true });
    this.#node.port.onmessage = null;
  }
}

const BUFFER_FRAMES = 2048;
const FULL_SCALE = 32_767;

/** Records in browsers without AudioWorklet: mono, on the UI thread. Loses frames when the page is busy for long. */
export class FallbackRecorder extends PcmRecorder {
  readonly channels = 1;
  readonly sampleRateHz: number;
  readonly #node: ScriptProcessorNode;
  #blocks: MessagePort | null = null;
  #isPaused = false;
  #frames = 0;

  /** @param source remains the caller's. */
  constructor(source: AudioNode) {
    super();
    const { context } = source;
    if (!(context instanceof BaseAudioContext)) throw new TypeError('Expected a node of an audio context');
    this.sampleRateHz = context.sampleRate;
    this.#node = context.createScriptProcessor(BUFFER_FRAMES, 1, 1);
    this.#node.onaudioprocess = ({ inputBuffer }) => this.#process(inputBuffer.getChannelData(0));
    source.connect(this.#node);
    this.#node.connect(context.destination);
  }

  protected override begin(blocks: MessagePort): void {
    this.#blocks = blocks;
  }

  protected override hold(paused: boolean): void {
    this.#isPaused = paused;
  }

  protected override end(): void {
    this.#blocks?.postMessage({ ended: true });
    this.#blocks = null;
    this.#node.onaudioprocess = null;
    this.#node.disconnect();
  }

  #process(input: Float32Array): void {
    const peak = input.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    if (this.#blocks !== null && !this.#isPaused) {
      const samples = Int16Array.from(input, (sample) =>
        Math.max(-FULL_SCALE - 1, Math.min(FULL_SCALE, Math.round(sample * FULL_SCALE))),
      );
      this.#frames += samples.length;
      this.#blocks.postMessage({ samples }, [samples.buffer]);
    }
    this.onLevel?.({ frames: this.#frames, peak });
  }
}
