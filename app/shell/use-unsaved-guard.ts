import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { guardPage } from '../page/guard-page.ts';
import { isChanged, parcoursEdits } from '../parcours/parcours-edit.ts';

/** Guards the page while changes to a parcours are not saved. */
export function useUnsavedGuard(): void {
  const { byMap } = useSnapshot(parcoursEdits);
  const hasUnsaved = Object.values(byMap).some(isChanged);
  useEffect(() => (hasUnsaved ? guardPage('edit') : undefined), [hasUnsaved]);
}
