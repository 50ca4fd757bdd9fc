import { useEffect } from 'react';
import type { Place } from '../../contracts/place.ts';
import { awaitRenditions, isRenditionDue } from '../places/await-renditions.ts';
import { refreshPlaces } from '../places/places.ts';
import { Scope } from '../platform/scope.ts';

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
