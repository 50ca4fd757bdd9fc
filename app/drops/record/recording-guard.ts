import { subscribe } from 'valtio';
import { holdPage } from '../../page/busy.ts';
import { warnBeforeLeaving } from '../../platform/page/page-events.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import type { Scope } from '../../platform/scope.ts';
import { listening, pauseStory } from '../../walk/listening.ts';
import { createUnsentGuard, deviceStorage } from '../device-storage.ts';
import { recordings } from './recordings.ts';

/**
 * Protects a running recording: no reload, no closing without a question, a screen that stays on, and no story that the
 * microphone would record.
 */
export function guardRecording(scope: Scope): void {
  scope.add(holdPage('recording'));
  warnBeforeLeaving(scope);
  keepScreenOn(scope);
  pauseStory();
  scope.add(subscribe(listening, () => listening.audio.phase === 'playing' && pauseStory()));
}

/** Holds the page while recordings without a drop are only in memory: no reload, and no closing without a question. */
export function guardFound(scope: Scope): void {
  const hold = createUnsentGuard(scope);
  const look = (): void => hold(!deviceStorage.isLasting && recordings.found.length > 0);
  scope.add(subscribe(recordings, look));
  scope.add(subscribe(deviceStorage, look));
}
