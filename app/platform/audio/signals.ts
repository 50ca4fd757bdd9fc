import { Scope } from '../scope.ts';
import { type Signal, scheduleSignal, signalLengthS } from './signal-sounds.ts';

/** What a short sound says, without words. */
export type { Signal } from './signal-sounds.ts';

/** The clock of sound runs on for so long after a signal: a device's output is late by up to some 0.3 s. */
const TAIL_MS = 500;
/** Longest wait for a device that is slow to wake: Firefox takes up to 1.8 s. A signal that comes later says what was. */
const WAKE_MAX_MS = 3000;
/** The same before a story, which must not wait longer for its signal, but while the device wakes for the first time. */
const STORY_WAKE_MAX_MS = 400;

/** Safari's switch for what a page's sound is; other browsers have none. */
interface AudioSession {
  type: string;
}

/**
 * Signals are computed by Web Audio, beside the one audio element of the stories: they neither stop a story nor appear on
 * the lock screen. The context is made once and kept, for a tap has permitted it; it sleeps while nothing sounds and nobody
 * holds it awake.
 */
let context: AudioContext | null = null;
/** Owns the timer that puts the context to sleep. */
let rest = new Scope();
/** How many want it to stay awake. */
let holders = 0;
/** Settles once the first of them has it awake, or has waited long enough. */
let firstWake: Promise<unknown> = Promise.resolve();

/** Lets later signals sound without a tap. To be called from a tap. */
export function unlockSignals(): void {
  void wake(WAKE_MAX_MS).then(() => sleepIn(TAIL_MS));
}

/**
 * Keeps signals ready to sound at once until `scope` is disposed, since waking takes longer than a story waits. To be called
 * from a tap. Its cost is a thread that computes silence, beside a screen, a receiver and a guide that are on as well.
 */
export function holdSignals(scope: Scope): void {
  holders += 1;
  scope.add(() => {
    holders -= 1;
    sleepIn(0);
  });
  firstWake = wake(WAKE_MAX_MS);
}

/** Plays a signal; resolves when it has ended. Never rejects: where there is no sound, there is none. */
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

/** The context once it runs; null where there is none, or it does not start in time. It is not put to sleep meanwhile. */
async function wake(maxMs: number): Promise<AudioContext | null> {
  rest.dispose();
  try {
    // Larger blocks than for an instrument: fewer wake-ups of the processor while it is held awake.
    context ??= new AudioContext({ latencyHint: 'playback' });
    const made = context;
    // The promise stays pending where the browser waits for a tap, or a call has the loudspeaker.
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

/** In Safari the silent switch mutes Web Audio unless it is declared to be playback; a recording needs that taken back. */
function setSessionType(type: 'playback' | 'auto'): void {
  const { audioSession } = navigator as Navigator & { readonly audioSession?: AudioSession };
  if (audioSession !== undefined) audioSession.type = type;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
