import { PcmRecorder, type RecorderLevel } from './pcm-recorder.ts';

/** Name of the processor that the script registers (workers/recording/capture.api.ts says the same). */
const PROCESSOR = 'capture';
const CHANNELS = 2;

/** Records in the audio thread, in stereo. Nothing that the page does makes it miss a block. */
export class WorkletRecorder extends PcmRecorder {
  readonly channels = CHANNELS;
  readonly sampleRateHz: number;
  readonly #node: AudioWorkletNode;

  /** @param source must have its context's module loaded already; stays the caller's. */
  constructor(source: AudioNode) {
    super();
    const { context } = source;
    this.sampleRateHz = context.sampleRate;
    this.#node = new AudioWorkletNode(context, PROCESSOR, {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      channelCount: CHANNELS,
      channelCountMode: 'explicit',
      channelInterpretation: 'speakers',
      processorOptions: { channels: CHANNELS },
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<RecorderLevel>) => this.onLevel?.(data);
    source.connect(this.#node);
    // A node that leads nowhere may not be run; this one puts out silence.
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
