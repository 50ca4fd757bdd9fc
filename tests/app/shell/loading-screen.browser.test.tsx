import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOADING_SCREEN_MS, useFirstLoad } from '../../../app/shell/loading-screen.tsx';

function Shell({ isSignedIn }: { readonly isSignedIn: boolean }) {
  return <p>{useFirstLoad(isSignedIn) ? 'loading' : 'ready'}</p>;
}

describe('the first visit', () => {
  const host = document.createElement('div');
  const root = createRoot(host);
  const show = (isSignedIn: boolean) => flushSync(() => root.render(<Shell isSignedIn={isSignedIn} />));

  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
  });

  it('leaves nothing behind if its session ends while the screen is shown', () => {
    show(true);
    show(false);
    flushSync(() => vi.advanceTimersByTime(LOADING_SCREEN_MS));
    expect(localStorage.getItem('mapLoaded')).toBeNull();
  });

  it('is stored once the screen was shown for its full time', () => {
    show(true);
    expect(host.textContent).toBe('loading');
    flushSync(() => vi.advanceTimersByTime(LOADING_SCREEN_MS));
    expect(host.textContent).toBe('ready');
    expect(localStorage.getItem('mapLoaded')).toBe('true');
  });
});
