import type { Release, Scope } from '../../platform/scope.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { createGuide, type GuideOptions } from './guide.ts';

/** A guide in the page's own time. */
export interface LiveGuide {
  /** Processes a fix that arrives now. */
  onFix(fix: GateFix): void;
  /** Runs all timers that are due. */
  passTime(): void;
  /** See {@link Guide.lookAgain}. */
  lookAgain(): void;
  /** See {@link Guide.restart}. */
  restart(isReal: boolean): void;
}

/** Creates a guide on the page's clock: until `scope` is disposed it wakes for changes without a fix. */
export function createLiveGuide(scope: Scope, options: GuideOptions): LiveGuide {
  let stopWaiting: Release = () => {};
  const guide = createGuide({
    ...options,
    onLocated(here, around) {
      waitForChange();
      options.onLocated(here, around);
    },
  });

  function waitForChange(): void {
    stopWaiting();
    const dueMs = guide.nextChangeMs();
    if (dueMs !== null) stopWaiting = scope.timeout(passTime, Math.max(0, dueMs - performance.now()));
  }

  function passTime(): void {
    guide.passTime(performance.now());
    waitForChange();
  }

  return {
    passTime,
    onFix(fix) {
      guide.onFix(fix, performance.now());
      waitForChange();
    },
    lookAgain: () => guide.lookAgain(performance.now()),
    restart(isReal) {
      guide.restart(isReal);
      waitForChange();
    },
  };
}
