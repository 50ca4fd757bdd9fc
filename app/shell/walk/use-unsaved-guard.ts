import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { warnBeforeLeaving } from '../../platform/page/page.ts';
import { Scope } from '../../platform/scope.ts';
import { isChanged, parcoursEdits } from '../../state/maps/parcours-edit.ts';
import { holdPage } from '../../state/page/busy.ts';

/** Keeps the page, as far as a page can, while what somebody changed about a parcours is not saved. */
export function useUnsavedGuard(): void {
  const { byMap } = useSnapshot(parcoursEdits);
  const hasUnsaved = Object.values(byMap).some(isChanged);
  useEffect(() => {
    if (!hasUnsaved) return;
    const scope = new Scope();
    warnBeforeLeaving(scope);
    scope.add(holdPage('edit'));
    return () => scope.dispose();
  }, [hasUnsaved]);
}
