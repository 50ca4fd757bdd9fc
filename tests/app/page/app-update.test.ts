import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyUpdate, appUpdate, handleTakenOver, postponeUpdate } from '../../../app/page/app-update.ts';
import { holdPage } from '../../../app/page/busy.ts';

const reload = vi.fn();
const waiting = { postMessage: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ waiting }) } });
  reload.mockClear();
  postponeUpdate();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a requested newer build', () => {
  it('reloads the page once it takes over', async () => {
    await applyUpdate();
    expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
    expect(reload).not.toHaveBeenCalled();
    handleTakenOver();
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads the page after five seconds if the old build stays active', async () => {
    await applyUpdate();
    vi.advanceTimersByTime(4999);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is offered again, no longer requested, if a reload would now interrupt something', async () => {
    await applyUpdate();
    const end = holdPage('recording');
    vi.advanceTimersByTime(5000);
    end();
    expect(appUpdate.ready).toBe(true);
    handleTakenOver();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads immediately if none waits any more', async () => {
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ waiting: null }) } });
    await applyUpdate();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
