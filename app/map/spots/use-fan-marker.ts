import { Marker } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { Scope } from '../../platform/scope.ts';
import type { MapView } from '../map-view.ts';
import { mapStrings } from '../map-words.ts';
import { closeSpot } from './open-spot.ts';
import type { ShownSpot } from './spots.ts';

/** Events that must not reach the map, whose own gestures begin beside the fan. */
const KEPT_FROM_MAP = ['click', 'dblclick', 'mousedown', 'touchstart', 'keydown'];

/**
 * Adds an element for the fan of a spot to the map, which positions it. It takes the focus. The spot closes on Escape,
 * and when the map is zoomed out so far that the spot is part of a group.
 */
export function useFanMarker({ map }: MapView, spot: ShownSpot, className: string | undefined): HTMLElement {
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    const scope = new Scope();
    element.tabIndex = -1;
    element.className = className ?? '';
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', mapStrings.sharedSpot(spot.placeIds.length));
    const marker = new Marker({ element }).setLngLat([...spot.position]).addTo(map);
    scope.add(() => marker.remove());
    for (const type of KEPT_FROM_MAP) scope.listen(element, type, (event) => event.stopPropagation());
    scope.listen<KeyboardEvent>(element, 'keydown', ({ key }) => {
      if (key !== 'Escape') return;
      closeSpot();
      map.getCanvas().focus();
    });
    const closeFarOut = (): void => {
      if (map.getZoom() < spot.fromZoom) closeSpot();
    };
    map.on('zoom', closeFarOut);
    scope.add(() => map.off('zoom', closeFarOut));
    element.focus({ preventScroll: true });
    return () => scope.dispose();
  }, [map, spot, className, element]);
  return element;
}
