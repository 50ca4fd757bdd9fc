import { PcmRecorder } from './pcm-recorder.ts';

const BUFFER_FRAMES = 2048;
const FULL_SCALE = 32_767;

/**
 * Records in browsers without AudioWorklet: mono, on the UI thread, 2048 frames at a time. Loses frames when the page
 * is busy for long.
 */
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
