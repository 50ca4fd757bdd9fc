import { useCallback, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { parcours } from '../../parcours/parcours.ts';
import { awaitRenditions, isRenditionDue } from '../../places/await-renditions.ts';
import { Scope } from '../../platform/scope.ts';
import { outbox } from '../drop-services.ts';
import { loadMyDrops, myDrops, refreshMyDrops } from '../my-drops.ts';

/**
 * Loads the drops of this account on the maps in use, or everywhere, and refreshes them while renditions are made.
 *
 * @param userId null for people without drops
 * @returns the shown drops, and a function to load them again
 */
export function useMyDrops(
  userId: UserId | null,
  isEverywhere: boolean,
): { readonly shown: Place[]; readonly load: () => void } {
  const { selectedIds } = useSnapshot(parcours);
  const { list, leavingIds } = useSnapshot(myDrops);
  const { items } = useSnapshot(outbox);
  // Compared as text, because each change of the state creates a new array of the same ids.
  const wanted = isEverywhere ? null : selectedIds.join(',');
  const due = list
    .filter(isRenditionDue)
    .map(({ id }) => id)
    .join(',');

  const load = useCallback((): void => {
    if (userId !== null) void loadMyDrops(userId, wanted === null ? undefined : [...parcours.selectedIds]);
  }, [userId, wanted]);
  useEffect(() => {
    load();
    // A drop that has been sent in the meantime belongs in the list.
    return subscribeKey(outbox, 'unsent', load);
  }, [load]);

  useEffect(() => {
    if (userId === null || due === '') return;
    const scope = new Scope();
    awaitRenditions(scope, () => refreshMyDrops(userId, wanted === null ? undefined : [...parcours.selectedIds]));
    return () => scope.dispose();
  }, [userId, wanted, due]);

  // A draft of this device is listed with the waiting drops.
  const isKeptHere = ({ id, draft }: Place): boolean => draft === true && items.some(({ placeId }) => placeId === id);
  return { shown: list.filter((drop) => !leavingIds.includes(drop.id) && !isKeptHere(drop)), load };
}
