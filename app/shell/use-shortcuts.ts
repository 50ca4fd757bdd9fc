import { useEffect, useRef } from 'react';
import { onKey } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { findShortcut, type Shortcut } from './shortcut.ts';

/**
 * Listens to the shortcuts while `isOn`. Escape works even if the person has switched the others off.
 *
 * @param run returns whether the shortcut had an effect; otherwise the browser handles the key
 */
export function useShortcuts(isOn: boolean, run: (shortcut: Shortcut) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return;
    const scope = new Scope();
    onKey(scope, (event) => {
      const shortcut = event.target instanceof Element ? findShortcut(event, event.target) : null;
      if (shortcut === null || (storage.read('shortcutsOff') && shortcut !== 'close')) return;
      if (latest.current(shortcut)) event.preventDefault();
    });
    return () => scope.dispose();
  }, [isOn]);
}
