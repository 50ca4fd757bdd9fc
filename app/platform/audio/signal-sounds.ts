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

interface Note {
  readonly frequencyHz: number;
  /** Since the signal's beginning, in seconds. */
  readonly startS: number;
  readonly durationS: number;
}

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
    { frequencyHz: E5, startS: 0, durationS: 0.12 },
    { frequencyHz: A5, startS: 0.1, durationS: 0.2 },
  ],
  lost: [
    { frequencyHz: C5, startS: 0, durationS: 0.28 },
    { frequencyHz: G4, startS: 0.24, durationS: 0.34 },
  ],
  found: [
    { frequencyHz: G4, startS: 0, durationS: 0.28 },
    { frequencyHz: C5, startS: 0.24, durationS: 0.34 },
  ],
  end: [
    { frequencyHz: C6, startS: 0, durationS: 0.15 },
    { frequencyHz: G5, startS: 0.12, durationS: 0.15 },
    { frequencyHz: E5, startS: 0.24, durationS: 0.15 },
    { frequencyHz: C5, startS: 0.36, durationS: 0.22 },
  ],
  test: [{ frequencyHz: A5, startS: 0, durationS: 0.5 }],
};

/** Returns how long a signal sounds, in seconds; at most 0.6. */
export function signalLengthS(signal: Signal): number {
  return Math.max(...NOTES[signal].map(({ startS, durationS }) => startS + durationS)) + ATTACK_S;
}

/**
 * Schedules a signal's tones in `context`, which may be an offline one. They release themselves when they have ended.
 *
 * @param atS when it begins, on the context's clock
 */
export function scheduleSignal(context: BaseAudioContext, signal: Signal, atS: number): void {
  for (const { frequencyHz, startS, durationS } of NOTES[signal]) {
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
