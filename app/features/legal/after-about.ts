/** What the history keeps of terms that were opened from About, which is the screen before them then. */
export const AFTER_ABOUT = { isAfterAbout: true } as const;

/** True for the state of such a history entry. */
export function isAfterAbout(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isAfterAbout' in state && state.isAfterAbout === true;
}
