import { proxy } from 'valtio';
import { RECORDING_MEMORY_MAX_BYTES, type RecordingClient } from '../../workers/client/recording-client.ts';
import { guardPage, type holdPage } from '../page/busy.ts';
import type { Scope } from '../platform/scope.ts';

/** Whether recordings and drops are stored on the device; a browser without private files holds them in memory. */
export const deviceStorage = proxy<{ isLasting: boolean }>({ isLasting: true });

/** Finds out whether the device stores files, until `scope` is disposed. */
export function checkDeviceStorage(scope: Scope, files: Pick<RecordingClient, 'isLasting'>): void {
  scope.add(() => {
    deviceStorage.isLasting = true;
  });
  files.isLasting().then(
    (isLasting) => {
      if (!scope.disposed) deviceStorage.isLasting = isLasting;
    },
    // A worker that does not start reports it when it is needed.
    () => {},
  );
}

/** Returns the size limit of a file or recording in bytes: infinite if the device stores files. */
export function maxAudioBytes(): number {
  return deviceStorage.isLasting ? Number.POSITIVE_INFINITY : RECORDING_MEMORY_MAX_BYTES;
}

/**
 * Returns a function that takes whether something is unsent. While it is, and until `scope` is disposed, the page
 * neither reloads by itself nor, unless `hold` is {@link holdPage}, closes without a question.
 */
export function createUnsentGuard(scope: Scope, hold: typeof holdPage = guardPage): (isUnsent: boolean) => void {
  let release: (() => void) | null = null;
  const guard = (isUnsent: boolean): void => {
    if (isUnsent === (release !== null)) return;
    release?.();
    release = isUnsent ? hold('upload') : null;
  };
  scope.add(() => guard(false));
  return guard;
}
