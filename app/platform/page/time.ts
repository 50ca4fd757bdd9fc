/** Formats a time for a player: `m:ss`, in whole seconds. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats a duration in whole minutes, or in seconds below one minute: `1 h 41 min`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${Math.floor(seconds)}\u00a0s`;
  const hours = Math.floor(minutes / 60);
  const parts = [...(hours > 0 ? [`${hours}\u00a0h`] : []), ...(minutes % 60 > 0 ? [`${minutes % 60}\u00a0min`] : [])];
  return parts.join(' ');
}
