import { Scope } from '../scope.ts';
import { type Signal, scheduleSignal, signalLengthS } from './signal-sounds.ts';

/** Meaning of a short sound without words. */
export type { Signal } from './signal-sounds.ts';

/** How long the audio clock runs on after a signal, because a device's output lags by up to about 0.3 s. */
const TAIL_MS = 500;
/** Longest wait for a device that is slow to wake: Firefox takes up to 1.8 s. A later signal would be out of date. */
const WAKE_MAX_MS = 3000;
/** The same for a story, which must not wait longer for its signal, except while the device first wakes. */
const STORY_WAKE_MAX_MS = 400;

/** Safari's setting for the kind of sound that a page makes; other browsers have none. */
interface AudioSession {
  type: string;
}

/**
 * Signals are computed by Web Audio, separately from the one audio element of the stories: they neither stop a story
 * nor appear on the lock screen. The context is created once and reused, because a tap has permitted it; it is
 * suspended while nothing sounds and nobody holds it awake.
 */
let context: AudioContext | null = null;
/** Owns the timer that suspends the context. */
let rest = new Scope();
/** Number of callers that hold it awake. */
let holders = 0;
/** Settles once the first holder has woken the context, or has waited long enough. */
let firstWake: Promise<unknown> = Promise.resolve();

/** Lets later signals sound without a tap. Must be called from a tap. */
export function unlockSignals(): void {
  void wake(WAKE_MAX_MS).then(() => sleepIn(TAIL_MS));
}

/**
 * Keeps signals ready to sound at once until `scope` is disposed, because waking takes longer than a story waits. Must
 * be called from a tap. It costs a thread that computes silence, while screen, receiver and guide are on anyway.
 */
export function holdSignals(scope: Scope): void {
  holders += 1;
  scope.add(() => {
    holders -= 1;
    sleepIn(0);
  });
  firstWake = wake(WAKE_MAX_MS);
}

/** Plays a signal; resolves when it has ended. Never rejects: without sound output it stays silent. */
export async function playSignal(signal: Signal): Promise<void> {
  if (holders > 0) await firstWake;
  const awake = await wake(signal === 'story' ? STORY_WAKE_MAX_MS : WAKE_MAX_MS);
  const lengthMs = awake === null ? 0 : 1000 * signalLengthS(signal);
  if (awake !== null) {
    setSessionType('playback');
    scheduleSignal(awake, signal, awake.currentTime);
  }
  sleepIn(lengthMs + TAIL_MS);
  await pause(lengthMs);
}

/** Wakes the context and keeps it awake. Returns null if there is none, or it does not start in time. */
async function wake(maxMs: number): Promise<AudioContext | null> {
  rest.dispose();
  try {
    // Uses larger blocks than for an instrument: fewer wake-ups of the processor while it is held awake.
    context ??= new AudioContext({ latencyHint: 'playback' });
    const made = context;
    // The promise stays pending while the browser waits for a tap, or a call has the loudspeaker.
    if (made.state !== 'running') await Promise.race([made.resume(), pause(maxMs)]);
    return made.state === 'running' ? made : null;
  } catch {
    return null;
  }
}

function sleepIn(delayMs: number): void {
  rest.dispose();
  rest = new Scope();
  rest.timeout(() => {
    setSessionType('auto');
    if (holders === 0) void context?.suspend().catch(() => {});
  }, delayMs);
}

/** In Safari the silent switch mutes Web Audio unless the page declares playback; a recording needs `auto` again. */
function setSessionType(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as Navigator & { readonly audioSession?: AudioSession };
  if (audioSession !== undefined) audioSession.type = type;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
