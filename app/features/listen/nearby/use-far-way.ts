import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../../state/places/places.ts';
import { location } from '../../../state/position/location.ts';
import { farAway, hasCome, type Way } from '../../../state/walk/nearby/far-away.ts';

/** The way to the parcours, where that is far away; null near it, and by a false position. */
export function useFarWay(): Way | null {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  return useMemo(() => (fix === null || isFalse ? null : farAway(list, fix)), [list, fix, isFalse]);
}

/** True once the person is at the parcours for certain. */
export function useHasCome(): boolean {
  const { list } = useSnapshot(places);
  const { fix, isFalse } = useSnapshot(location);
  return useMemo(() => fix !== null && !isFalse && hasCome(list, fix), [list, fix, isFalse]);
}
