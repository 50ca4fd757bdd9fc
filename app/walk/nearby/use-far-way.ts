import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../places/places.ts';
import { location } from '../../position/location.ts';
import { COME_M, farAway, hasCome } from './far-away.ts';

/**
 * Returns the way to the parcours, if it is far away; null near it, and with a false position.
 *
 * @param isShort counts it as far already from 1 km, where it is merely out of sight
 */
export function useFarWay(isShort = false): ReturnType<typeof farAway> {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  const beyondM = isShort ? COME_M : undefined;
  return useMemo(() => (fix === null || isFalse ? null : farAway(list, fix, beyondM)), [list, fix, isFalse, beyondM]);
}

/** Whether the person is certainly at the parcours. */
export function useHasCome(): boolean {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  return useMemo(() => fix !== null && !isFalse && hasCome(list, fix), [list, fix, isFalse]);
}
