import { useEffect, useState } from 'react';
import { LOADING_SCREEN_MS } from '../../contracts/limits.ts';
import { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage.ts';
import { strings } from '../platform/strings.ts';
import { Logo } from '../ui/logo.tsx';
import styles from './loading-screen.module.css';

/**
 * True for the first two seconds of the first visit in this browser; the map gets ready behind it meanwhile. A session
 * that ends before (`isSignedIn` false) leaves no trace of the visit, though the screen may stay a moment longer.
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

/** A drop lands and sound spreads from where it fell. */
export function LoadingScreen() {
  return (
    <div className={styles.screen} role="status">
      <Logo heightPx={96} waves />
      <p className={styles.name}>{strings.app.name}</p>
      <p className={styles.hint}>{strings.shell.loading}</p>
    </div>
  );
}
