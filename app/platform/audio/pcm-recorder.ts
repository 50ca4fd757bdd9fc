/** Where a recorder stands. It can be started once; after its end it is `inactive` for good. */
export type RecorderState = 'inactive' | 'recording' | 'paused';

/** What somebody can ask a recorder for. */
export type RecorderAction = 'start' | 'pause' | 'resume' | 'stop';

/** What a recorder tells some twenty times a second. */
export interface RecorderLevel {
  /** Frames recorded so far. */
  readonly frames: number;
  /** The loudest sample since the last time, 0 to 1. */
  readonly peak: number;
}

/** The states that each action may be asked for in, and the one it leads to. */
const STEPS: Readonly<Record<RecorderAction, { readonly from: readonly RecorderState[]; readonly to: RecorderState }>> =
  {
    start: { from: ['inactive'], to: 'recording' },
    pause: { from: ['recording'], to: 'paused' },
    resume: { from: ['paused'], to: 'recording' },
    stop: { from: ['recording', 'paused'], to: 'inactive' },
  };

/**
 * Turns what a microphone hears into 16-bit samples, which go to a port: as messages `{ samples }` (interleaved,
 * transferred) and at last `{ ended: true }`, or as one `{ track, control }` for its receiver to read. The ways to do so
 * differ in how they listen alone.
 *
 * A call in the wrong state changes nothing and emits an `error` event, an ErrorEvent with the message 'Wrong state for
 * {action}'. Each change of state emits `statechange`.
 */
export abstract class PcmRecorder extends EventTarget {
  /** Told levels while it records, also while paused. */
  onLevel: ((level: RecorderLevel) => void) | null = null;
  #state: RecorderState = 'inactive';

  /** Frames a second. */
  abstract readonly sampleRateHz: number;
  abstract readonly channels: number;

  /** Where it stands. */
  get state(): RecorderState {
    return this.#state;
  }

  /** Starts; `blocks` is the recorder's from now on. */
  start(blocks: MessagePort): void {
    if (this.#enter('start')) this.begin(blocks);
  }

  /** Lets what is heard pass by. */
  pause(): void {
    if (this.#enter('pause')) this.hold(true);
  }

  /** Goes on after a pause. */
  resume(): void {
    if (this.#enter('resume')) this.hold(false);
  }

  /** Sends what has gathered, and the end. */
  stop(): void {
    if (this.#enter('stop')) this.end();
  }

  protected abstract begin(blocks: MessagePort): void;
  protected abstract hold(paused: boolean): void;
  protected abstract end(): void;

  #enter(action: RecorderAction): boolean {
    const { from, to } = STEPS[action];
    if (!from.includes(this.#state)) {
      this.dispatchEvent(new ErrorEvent('error', { message: `Wrong state for ${action}` }));
      return false;
    }
    this.#state = to;
    this.dispatchEvent(new Event('statechange'));
    return true;
  }
}
