/** What plays sounds and can be paused, such as a media element. */
interface Pausable {
  pause(): void;
}

/** The player that started last. */
let last: WeakRef<Pausable> | null = null;

/** Called as a player starts: pauses the one that started before, so that two are never heard at once. */
export function soundAlone(player: Pausable): void {
  const before = last?.deref();
  if (before !== player) before?.pause();
  last = new WeakRef(player);
}
