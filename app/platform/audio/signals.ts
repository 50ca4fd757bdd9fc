import { Scope } from '../scope.ts';

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

/** Meaning of a short sound without words. */
export type Signal =
  /** A story is about to start. */
  | 'story'
  /** The position is lost. */
  | 'lost'
  /** The position is found again. */
  | 'found'
  /** The walk is at its end. */
  | 'end'
  /** A chime for testing the headphones. */
  | 'test';

/** The beginning is counted from the signal's. */
type Note = readonly [frequencyHz: number, startS: number, durationS: number];

/** Loudness of the fundamental, at most 1: softer than a story, so that nobody is startled. */
const LOUDNESS = 0.2;
/** Loudness of the octave above, as a fraction of the fundamental. Small loudspeakers reproduce it better. */
const OCTAVE_PART = 0.25;
/** Fade-in, because a tone that starts at full loudness clicks. */
const ATTACK_S = 0.012;

const G4 = 392;
const C5 = 523.25;
const E5 = 659.25;
const G5 = 783.99;
const A5 = 880;
const C6 = 1046.5;

/**
 * The tones of each signal. They differ by rhythm and direction, not by pitch alone: two quick ones upwards before a
 * story, two slow ones downwards and upwards around a lost position, four at the end.
 */
const NOTES: Readonly<Record<Signal, readonly Note[]>> = {
  story: [
    [E5, 0, 0.12],
    [A5, 0.1, 0.2],
  ],
  lost: [
    [C5, 0, 0.28],
    [G4, 0.24, 0.34],
  ],
  found: [
    [G4, 0, 0.28],
    [C5, 0.24, 0.34],
  ],
  end: [
    [C6, 0, 0.15],
    [G5, 0.12, 0.15],
    [E5, 0.24, 0.15],
    [C5, 0.36, 0.22],
  ],
  test: [[A5, 0, 0.5]],
};

/** Returns how long a signal sounds, in seconds; at most 0.6. */
export function signalLengthS(signal: Signal): number {
  return Math.max(...NOTES[signal].map(([, startS, durationS]) => startS + durationS)) + ATTACK_S;
}

/** Schedules a signal's tones in `context`, perhaps an offline one, from `atS` on. They release themselves. */
export function scheduleSignal(context: BaseAudioContext, signal: Signal, atS: number): void {
  for (const [frequencyHz, startS, durationS] of NOTES[signal]) {
    scheduleTone(context, frequencyHz, LOUDNESS, atS + startS, durationS);
    scheduleTone(context, 2 * frequencyHz, LOUDNESS * OCTAVE_PART, atS + startS, durationS);
  }
}

function scheduleTone(
  context: BaseAudioContext,
  frequencyHz: number,
  loudness: number,
  atS: number,
  durationS: number,
): void {
  const tone = new OscillatorNode(context, { frequency: frequencyHz });
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, atS);
  envelope.gain.linearRampToValueAtTime(loudness, atS + ATTACK_S);
  // Fades like a struck bell, in two ramps because an exponential one can't reach 0.
  envelope.gain.exponentialRampToValueAtTime(loudness / 100, atS + durationS);
  envelope.gain.linearRampToValueAtTime(0, atS + durationS + ATTACK_S);
  tone.connect(envelope).connect(context.destination);
  tone.start(atS);
  tone.stop(atS + durationS + ATTACK_S);
}
