import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { showNotice } from '../page/notice-queue.ts';
import { openParcours, parcours } from '../parcours/parcours.ts';
import { isMapPath, paths } from '../paths.ts';
import { findPlace, loadPlaces } from '../places/places.ts';
import { readPath } from '../platform/page/page-events.ts';
import { pathInVisit } from '../session/open-visit.ts';
import { session } from '../session/session.ts';
import { showPlace } from '../walk/map-focus.ts';
import { missingStrings } from './missing-words.ts';
import { hasRail } from './panes.ts';

let latest = 0;

/**
 * Returns a function that leaves the screen for the map, with this place chosen on it ('Voir sur la carte'). Beside a
 * rail the screen stays: the map is in use beside it.
 */
export function useShowOnMap(): (parcoursId: ParcoursId, placeId: PlaceId) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (parcoursId, placeId) => {
      latest += 1;
      const current = latest;
      if (!parcours.selectedIds.includes(parcoursId)) openParcours(parcoursId, session.user?.role);
      if (!hasRail()) navigate(paths.home);
      // A place can only be chosen once it is listed.
      if (findPlace(placeId) === undefined) await loadPlaces();
      if (current !== latest || (!hasRail() && !isMapPath(pathInVisit(readPath())))) return;
      if (findPlace(placeId) === undefined) showNotice(missingStrings.placeNotListed, { tone: 'info' });
      else showPlace(placeId);
    },
    [navigate],
  );
}
