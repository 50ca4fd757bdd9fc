/** A moment or a length of time as a player shows it, `m:ss`, in whole seconds. */
export function printTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A moment as a list or a sentence tells it, in French: '21 nov. 2026, 20:17' or '21 novembre 2026 à 20:17'. */
export function printMoment(atMs: number, dateStyle: 'medium' | 'long'): string {
  return new Date(atMs).toLocaleString('fr-FR', { dateStyle, timeStyle: 'short' });
}
