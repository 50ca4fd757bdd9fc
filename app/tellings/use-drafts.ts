import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { mayChangePlace } from '../../contracts/permissions.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { parcours } from '../parcours/parcours.ts';
import { findPlace } from '../places/places.ts';
import { session } from '../session/session.ts';
import { refreshPlaceWords, words } from './words.ts';

/**
 * Loads what only people who may change the place see, each time that its parcours' words have come: a transcript that is
 * not approved yet.
 */
export function useDrafts(placeId: PlaceId): void {
  const { byMap } = useSnapshot(words);
  const parcoursId = findPlace(placeId)?.map.id;
  // The drafts of a place, once they are there, leave this as it is.
  const about = parcoursId === undefined ? undefined : byMap.get(parcoursId)?.about;
  useEffect(() => {
    const place = findPlace(placeId);
    const { user } = session;
    if (place === undefined || user === null || about === undefined) return;
    if (!network.isOnline || offlineMode.isOn) return;
    const privilege = parcours.list.find(({ id }) => id === place.map.id)?.privilege ?? null;
    if (!mayChangePlace(user.role, privilege, place.userId === user.id)) return;
    // Without them, the page shows what everybody sees.
    refreshPlaceWords(place.map.id, placeId).catch(() => {});
  }, [placeId, about]);
}
