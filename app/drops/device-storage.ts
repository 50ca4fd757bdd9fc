import { proxy } from 'valtio';
import { RECORDING_MEMORY_MAX_BYTES, type RecordingClient } from '../../workers/client/recording-client.ts';
import { guardPage } from '../page/busy.ts';
import type { Scope } from '../platform/scope.ts';

/**
 * Whether recordings, files and drops are stored on this device. In browsers without a private file system they are in
 * memory, and are lost with the page.
 */
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
 * Returns a function that takes whether unsent data is only on this device. While it is, and until `scope` is disposed,
 * the page neither reloads by itself nor closes without a question.
 */
export function createUnsentGuard(scope: Scope): (isUnsent: boolean) => void {
  let release: (() => void) | null = null;
  const guard = (isUnsent: boolean): void => {
    if (isUnsent === (release !== null)) return;
    release?.();
    release = isUnsent ? guardPage('upload') : null;
  };
  scope.add(() => guard(false));
  return guard;
}
