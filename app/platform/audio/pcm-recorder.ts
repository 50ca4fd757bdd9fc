/** State of a recorder. It can be started once; after a stop it stays `inactive`. */
export type RecorderState = 'inactive' | 'recording' | 'paused';

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
