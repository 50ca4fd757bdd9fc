import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { isChanged, parcoursEdits } from '../../state/maps/parcours-edit.ts';
import { guardPage } from '../../state/page/guard-page.ts';

/** Guards the page while changes to a parcours are not saved. */
export function useUnsavedGuard(): void {
  const { byMap } = useSnapshot(parcoursEdits);
  const hasUnsaved = Object.values(byMap).some(isChanged);
  useEffect(() => (hasUnsaved ? guardPage('edit') : undefined), [hasUnsaved]);
}
