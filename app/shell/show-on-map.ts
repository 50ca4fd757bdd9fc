import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { selectParcours } from '../parcours/parcours.ts';
import { paths } from '../paths.ts';
import { loadPlaces } from '../places/places.ts';
import { showPlace } from '../walk/map-focus.ts';

/** Returns a function that leaves the screen for the map, with this place chosen on it ('Voir sur la carte'). */
export function useShowOnMap(): (parcoursId: ParcoursId, placeId: PlaceId) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (parcoursId, placeId) => {
      selectParcours(parcoursId);
      navigate(paths.home);
      // A place can only be chosen once it is listed.
      await loadPlaces();
      showPlace(placeId);
    },
    [navigate],
  );
}
