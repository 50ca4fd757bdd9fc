import { beforeEach, vi } from 'vitest';

// What a test puts in the place of timers, globals and methods goes when it ends, after all else: files may share a process.
beforeEach(({ onTestFinished }) => {
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
