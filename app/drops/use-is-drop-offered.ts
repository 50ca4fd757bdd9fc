import { useSnapshot } from 'valtio';
import { mayDrop } from '../../contracts/permissions.ts';
import { parcours } from '../parcours/parcours.ts';
import { session } from '../session/session.ts';
import { dropMode, dropTarget, isDropModeOn } from './drop-mode.ts';

/** Whether the map offers to add drops: drop mode is on, and this person may. */
export function useIsDropOffered(): boolean {
  const { user } = useSnapshot(session);
  const { chosen } = useSnapshot(dropMode);
  const maps = useSnapshot(parcours);
  const target = dropTarget(maps);
  if (user === null || target === null) return false;
  return mayDrop(user.role, target.privilege) && isDropModeOn(chosen, maps.beingCreated !== null);
}
