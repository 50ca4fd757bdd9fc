import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { allowDrops } from '../drops/drop-mode.ts';
import { welcome } from '../parcours/invite/welcome.ts';

/** Switches drop mode on for people who may drop here since they joined; all others retain their own choice. */
export function useAllowDrops(mayDrop: boolean): void {
  const { hasGained } = useSnapshot(welcome);
  useEffect(() => {
    if (mayDrop && hasGained) allowDrops();
  }, [mayDrop, hasGained]);
}
