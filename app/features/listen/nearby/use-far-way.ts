import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../../state/places/places.ts';
import { location } from '../../../state/position/location.ts';
import { COME_M, farAway, hasCome } from '../../../state/walk/nearby/far-away.ts';

/**
 * The way to the parcours, where that is far away; null near it, and by a false position.
 *
 * @param isShort also where it is only not in sight, from 1 km on
 */
export function useFarWay(isShort = false): ReturnType<typeof farAway> {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  const beyondM = isShort ? COME_M : undefined;
  return useMemo(() => (fix === null || isFalse ? null : farAway(list, fix, beyondM)), [list, fix, isFalse, beyondM]);
}

/** True once the person is at the parcours for certain. */
export function useHasCome(): boolean {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  return useMemo(() => fix !== null && !isFalse && hasCome(list, fix), [list, fix, isFalse]);
}
