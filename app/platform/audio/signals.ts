import { Scope } from '../scope.ts';
import { type Signal, scheduleSignal, signalLengthS } from './signal-sounds.ts';

/** What a short sound says, without words. */
export type { Signal } from './signal-sounds.ts';

/** The clock of sound runs on for so long after a signal: a device's output is late by up to some 0.3 s. */
const TAIL_MS = 500;
/** Longest wait for a device that is slow to wake. A story must not wait longer for its signal. */
const WAKE_MAX_MS = 400;

/** Safari's switch for what a page's sound is; other browsers have none. */
interface AudioSession {
  type: string;
}

/**
 * Signals are computed by Web Audio, beside the one audio element of the stories: they neither stop a story nor appear on
 * the lock screen. The context is made once and kept, for a tap has permitted it; it sleeps while nothing sounds.
 */
let context: AudioContext | null = null;
/** Owns the timer that puts the context to sleep. */
let rest = new Scope();

/** Lets later signals sound without a tap. To be called from a tap. */
export function unlockSignals(): void {
  void wake();
}

/** Plays a signal; resolves when it has ended. Never rejects: where there is no sound, there is none. */
export async function playSignal(signal: Signal): Promise<void> {
  const awake = await wake();
  if (awake === null) return;
  const lengthS = signalLengthS(signal);
  scheduleSignal(awake, signal, awake.currentTime);
  sleepIn(1000 * lengthS + TAIL_MS);
  await pause(1000 * lengthS);
}

/** The context once it runs; null where there is none, or it does not start in time. */
async function wake(): Promise<AudioContext | null> {
  try {
    context ??= new AudioContext({ latencyHint: 'interactive' });
    const made = context;
    sleepIn(TAIL_MS);
    setSessionType('playback');
    // The promise stays pending where the browser waits for a tap, or a call has the loudspeaker.
    await Promise.race([made.resume(), pause(WAKE_MAX_MS)]);
    return made.state === 'running' ? made : null;
  } catch {
    return null;
  }
}

function sleepIn(delayMs: number): void {
  rest.dispose();
  rest = new Scope();
  rest.timeout(() => {
    void context?.suspend().catch(() => {});
    setSessionType('auto');
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
