import { PcmRecorder, type RecorderLevel } from './pcm-recorder.ts';

/** Name under which the script registers its processor; must equal the one in workers/recording/capture.api.ts. */
const PROCESSOR = 'capture';
const CHANNELS = 2;

/** Records on the audio thread, in stereo, so that a busy page loses no samples. */
export class WorkletRecorder extends PcmRecorder {
  readonly channels = CHANNELS;
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
      channelCount: CHANNELS,
      channelCountMode: 'explicit',
      channelInterpretation: 'speakers',
      processorOptions: { channels: CHANNELS },
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
