import { useEffect, useState } from 'react';
import { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { strings } from '../ui/common-words.ts';
import { Logo } from '../ui/logo.tsx';
import styles from './loading-screen.module.css';

/** How long the loading screen stays, once per browser. */
export const LOADING_SCREEN_MS = 2000;

/**
 * Whether this is the first two seconds of the first visit in this browser, while the map loads behind the screen. The
 * visit is not stored if the session ends before (`isSignedIn` false).
 */
export function useFirstLoad(isSignedIn: boolean): boolean {
  const [isFirst, setIsFirst] = useState(() => !storage.read('mapLoaded'));
  useEffect(() => {
    if (!isFirst || !isSignedIn) return;
    const scope = new Scope();
    scope.timeout(() => {
      storage.write('mapLoaded', true);
      setIsFirst(false);
    }, LOADING_SCREEN_MS);
    return () => scope.dispose();
  }, [isFirst, isSignedIn]);
  return isFirst;
}

/** The animated mark of the first visit. */
export function LoadingScreen() {
  return (
    <div className={styles.screen} role="status">
      <Logo heightPx={96} waves />
      <p className={styles.name}>{strings.app.name}</p>
      <p className={styles.hint}>{strings.shell.loading}</p>
    </div>
  );
}
