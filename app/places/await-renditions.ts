import type { Place } from '../../contracts/place.ts';
import { isWav } from '../platform/audio/audio-files.ts';
import { isVisible, onHidden, onVisible } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';

/** Delays between looks. Most renditions are made within seconds; one that is missing after minutes may never come. */
const WAITS_S = [5, 10, 20, 40, 80, 160];

/** Whether the server still has to make a rendition of the place's audio. */
export function isRenditionDue({ media }: Place): boolean {
  return media !== null && media.data.rendition === null && isWav(media.data.link);
}

/**
 * Calls `refresh`, which must never reject, with growing delays and a limited number of times, until `scope` is
 * disposed. Stops while the page is hidden, and starts again when it becomes visible.
 */
export function awaitRenditions(scope: Scope, refresh: () => Promise<void>): void {
  let round = new Scope();

  function wait(current: Scope, count: number): void {
    const waitS = WAITS_S[count];
    if (waitS === undefined) return;
    const look = async (): Promise<void> => {
      await refresh();
      wait(current, count + 1);
    };
    current.timeout(() => void look(), waitS * 1000);
  }

  function begin(): void {
    round.dispose();
    round = new Scope();
    wait(round, 0);
  }

  onVisible(scope, begin);
  onHidden(scope, () => round.dispose());
  scope.add(() => round.dispose());
  if (isVisible()) begin();
}
