import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** The part of the map's view that the editor uses. */
export interface EditorSurface {
  readonly map: MapLibreMap;
  /** The place under a double-click. */
  readonly placeAt: (event: MapMouseEvent) => PlaceId | null;
  /** Fits a shape into the view. */
  readonly show: (geometry: Geometry) => void;
}

/** What other features put into the editor. */
export interface EditorSlots {
  /** Draws and plays the audio of a place. */
  readonly renderAudio: (place: Place) => ReactNode;
  /** Shown during a recording: how long, how loud, pause and stop. */
  readonly recordingBar: ReactNode;
}

/** Centre of the part of the map that is not padded, `[lng, lat]`. */
export function readAim({ map }: EditorSurface): Position {
  const { lng, lat } = map.getCenter();
  return [lng, lat];
}
