import { vi } from 'vitest';

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
