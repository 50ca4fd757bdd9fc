// Its types tell what the session can be sent.
import type {} from '@vitest/browser-playwright';
import { vi } from 'vitest';
import { cdp } from 'vitest/browser';
import type { Scope } from '../../../app/platform/scope.ts';
import { until } from '../until.ts';

/** Limits this page's origin to `bytes`, as though the rest of the device were full; null lifts the limit. */
export async function limitStorage(bytes: number | null): Promise<void> {
  await cdp().send('Storage.overrideQuotaForOrigin', {
    origin: window.location.origin,
    ...(bytes === null ? {} : { quotaSize: bytes + (await readDeleted()) }),
  });
}

/** Bytes of caches that were deleted: each takes its room for as long as anything in the page refers to it. */
async function readDeleted(): Promise<number> {
  if ((await caches.keys()).length > 0) return 0;
  // So that none goes while a test counts on what it takes.
  await cdp().send('HeapProfiler.collectGarbage');
  const estimate: StorageEstimate & { readonly usageDetails?: { readonly caches?: number } } =
    await navigator.storage.estimate();
  return estimate.usageDetails?.caches ?? 0;
}

/** The names in a folder of the private file system, which is made if it isn't there; in its root, without one. */
export async function listFiles(folder?: string): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const listed = folder === undefined ? root : await root.getDirectoryHandle(folder, { create: true });
  const names: string[] = [];
  for await (const name of listed.keys()) names.push(name);
  return names;
}

/** Removes a folder of the private file system with all in it. The files of an ended worker are free a moment later. */
export async function removeFolder(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await until(() =>
    root.removeEntry(name, { recursive: true }).catch((error: DOMException) => {
      if (error.name !== 'NotFoundError') throw error;
    }),
  );
}

/** Deletes a database of this origin. Resolves also where somebody has not let go of it yet: it goes then. */
export function deleteDatabase(name: string): Promise<unknown> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = done;
    request.onblocked = done;
  });
}

/** Tells the page that its person wants less motion, or as much as there is. Maps don't fly then: they are there at once. */
export async function reduceMotion(isReduced: boolean): Promise<void> {
  const features = [{ name: 'prefers-reduced-motion', value: isReduced ? 'reduce' : 'no-preference' }];
  await cdp().send('Emulation.setEmulatedMedia', { features });
}

/**
 * Gives the page a screen that it can keep on, which a browser without a window may not have.
 *
 * @returns all locks that were given, the last one at the end
 */
export function giveScreen(): WakeLockSentinel[] {
  const locks: WakeLockSentinel[] = [];
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    const lock = new ScreenLock();
    locks.push(lock);
    return lock;
  });
  return locks;
}

class ScreenLock extends EventTarget implements WakeLockSentinel {
  readonly type = 'screen';
  readonly onrelease = null;
  released = false;

  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    // Browsers tell it in a task of its own.
    await new Promise(requestAnimationFrame);
    this.dispatchEvent(new Event('release'));
  }
}

/** A microphone that hears a tone, until the scope is disposed. */
export function soundingStream(scope: Scope): MediaStream {
  const context = new AudioContext();
  const tone = new OscillatorNode(context);
  const stream = new MediaStreamAudioDestinationNode(context);
  tone.connect(stream);
  tone.start();
  scope.add(() => void context.close());
  return stream.stream;
}
