/** History state of the terms when opened from About, which is then the screen before them. */
export const AFTER_ABOUT = { isAfterAbout: true } as const;

/** Whether a history state is {@link AFTER_ABOUT}. */
export function isAfterAbout(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isAfterAbout' in state && state.isAfterAbout === true;
}
