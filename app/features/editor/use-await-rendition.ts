import { useEffect } from 'react';
import type { Place } from '../../../contracts/place.ts';
import { Scope } from '../../platform/scope.ts';
import { awaitRenditions, isRenditionDue } from '../../state/places/await-renditions.ts';
import { refreshPlaces } from '../../state/places/places.ts';

/** Refreshes the places while this place's rendition is being made. */
export function useAwaitRendition(place: Place | undefined): void {
  // Identified by link, because another audio of the same place has its own rendition.
  const dueLink = place !== undefined && isRenditionDue(place) ? place.media?.data.link : undefined;
  useEffect(() => {
    if (dueLink === undefined) return;
    const scope = new Scope();
    awaitRenditions(scope, refreshPlaces);
    return () => scope.dispose();
  }, [dueLink]);
}
