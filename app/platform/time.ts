/** A moment or a length of time as a player shows it, `m:ss`, in whole seconds. */
export function printTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
