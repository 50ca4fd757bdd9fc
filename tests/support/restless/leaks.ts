import type { View } from './view.ts';

/** So often a screen must be seen in one life of a page, and each time with more, until that counts as a leak. */
const VISITS = 6;

const HELD = ['listeners', 'timers', 'holding'] as const;

/** Follows what pages hold. Two views are of the same screen where the same can be done in them. */
export class Leaks {
  readonly #seen = new Map<string, View[]>();
  #found: string | null = null;

  /** What leaks; null where nothing does. */
  get found(): string | null {
    return this.#found;
  }

  /** Takes a view to the account. */
  add(view: View): void {
    const screen = JSON.stringify([
      view.life,
      view.path,
      view.dialogs,
      view.controls.map(({ label }) => label),
      view.sounding,
    ]);
    const views = [...(this.#seen.get(screen) ?? []), view].slice(-VISITS);
    this.#seen.set(screen, views);
    if (views.length < VISITS) return;
    for (const name of HELD) {
      const counts = views.map((one) => one[name]);
      if (counts.every((count, index) => index === 0 || count > (counts[index - 1] ?? 0))) {
        this.#found ??= `Each time that the same screen of ${view.path} is shown it holds more ${name}: ${counts.join(', ')}`;
      }
    }
  }
}
