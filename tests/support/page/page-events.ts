import { vi } from 'vitest';

/** The events of the page, as a test in Node makes them happen. */
export interface PageEvents {
  /** There is a network again. */
  comeOnline(): void;
  /** The page comes back into sight. */
  comeBack(): void;
  /** The page is hidden. */
  hide(): void;
  /** Another tab has stored something under this key. */
  storeElsewhere(key: string): void;
}

/** Stands in for a page in sight, whose events can be listened to, until the globals are unstubbed. */
export function stubPage(): PageEvents {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  const show = (visibilityState: string): void => {
    document.visibilityState = visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    comeOnline: () => void window.dispatchEvent(new Event('online')),
    comeBack: () => show('visible'),
    hide: () => show('hidden'),
    storeElsewhere: (key) => void window.dispatchEvent(Object.assign(new Event('storage'), { key })),
  };
}
