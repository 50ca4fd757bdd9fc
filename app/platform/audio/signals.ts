/** What a short sound says, without words. */
export type Signal =
  /** A story is about to start. */
  | 'story'
  /** The position is lost. */
  | 'lost'
  /** The position is found again. */
  | 'found'
  /** The walk is at its end. */
  | 'end'
  /** A chime to test the headphones with. */
  | 'test';

/** Lets later signals sound without a tap. To be called from a tap. */
export function unlockSignals(): void {}

/** Plays a signal; resolves when it has ended. Never rejects: where there is no sound, there is none. */
export async function playSignal(signal: Signal): Promise<void> {
  await Promise.resolve(signal);
}
