import {
  CAPTURE_PROCESSOR,
  type CaptureCommand,
  type CaptureReport,
  FRAMES_PER_BLOCK,
  REPORTS_PER_SECOND,
} from './capture.api.ts';
import { type BlockBuilder, createBlockBuilder } from './pcm-blocks.ts';
import type { CaptureMessage } from './recording.api.ts';

// Globals of AudioWorkletGlobalScope, which TypeScript's libraries don't declare.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: CaptureOptions) => AudioWorkletProcessor,
): void;

interface CaptureOptions {
  readonly processorOptions: { readonly channels: number };
}

/** Sends the microphone's samples directly to the worker that writes them, bypassing the page's thread. */
class CaptureProcessor extends AudioWorkletProcessor {
  #blocks: MessagePort | null = null;
  #isPaused = false;
  #hasEnded = false;
  #framesToReport = 0;
  readonly #builder: BlockBuilder;

  constructor({ processorOptions }: CaptureOptions) {
    super();
    this.#builder = createBlockBuilder(processorOptions.channels, FRAMES_PER_BLOCK, (samples) => {
      this.#post({ samples }, [samples.buffer]);
    });
    this.port.onmessage = ({ data }: MessageEvent<CaptureCommand>) => this.#handle(data);
  }

  process([input]: readonly Float32Array[][]): boolean {
    if (this.#hasEnded) return false;
    const isRecording = this.#blocks !== null && !this.#isPaused;
    if (input !== undefined && input.length > 0 && isRecording) this.#builder.add(input);
    this.#framesToReport += input?.[0]?.length ?? 0;
    if (this.#framesToReport >= sampleRate / REPORTS_PER_SECOND) {
      this.#framesToReport = 0;
      const report: CaptureReport = { frames: this.#builder.frames, peak: this.#builder.takePeak() };
      this.port.postMessage(report);
    }
    return true;
  }

  #handle(command: CaptureCommand): void {
    if ('start' in command) {
      this.#blocks = command.start;
      this.#blocks.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => this.#builder.recycle(data);
    } else if ('paused' in command) {
      this.#isPaused = command.paused;
    } else {
      this.#builder.flush();
      this.#post({ ended: true }, []);
      this.#hasEnded = true;
    }
  }

  #post(message: CaptureMessage, transferred: Transferable[]): void {
    this.#blocks?.postMessage(message, transferred);
  }
}

registerProcessor(CAPTURE_PROCESSOR, CaptureProcessor);
