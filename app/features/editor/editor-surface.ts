import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../../platform/scope.ts';
import { boxOfShapes } from '../../state/position/box.ts';

/** The part of the map's view that the editor uses. */
export interface EditorSurface {
  readonly map: MapLibreMap;
  /** A scope for what is put on the map, which ends before the map does. */
  readonly openScope: () => Scope;
  /** The place under a double-click. */
  readonly placeAt: (event: MapMouseEvent) => PlaceId | null;
  /** Fits the box `[southWest, northEast]` into the view. */
  readonly showBox: (box: readonly [Position, Position]) => void;
}

/** What other features put into the editor. */
export interface EditorSlots {
  /** Draws and plays the audio of a place, and says more of it to those who may change it. */
  readonly renderAudio: (place: Place, mayChange: boolean) => ReactNode;
  /** Shown during a recording: how long, how loud, pause and stop. */
  readonly recordingBar: ReactNode;
}

/** Fits a shape into the view. */
export function showShape(surface: EditorSurface | null, geometry: Geometry): void {
  const box = boxOfShapes([geometry]);
  if (box !== null) surface?.showBox(box);
}

/** Centre of the part of the map that is not padded, `[lng, lat]`. */
export function readAim({ map }: EditorSurface): Position {
  const { lng, lat } = map.getCenter();
  return [lng, lat];
}
