import type { MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { ReactNode } from 'react';
import type { Geometry, Position } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { Scope } from '../platform/scope.ts';
import { boundingBoxOfShapes } from '../position/coordinates.ts';

/** The part of the map view that the editor uses. */
export interface EditorSurface {
  readonly map: MapLibreMap;
  /** Opens a scope for additions to the map, which ends before the map does. */
  readonly openScope: () => Scope;
  readonly placeAt: (event: MapMouseEvent) => PlaceId | null;
  /** Fits the box `[southWest, northEast]` into the view. */
  readonly showBox: (box: readonly [Position, Position]) => void;
}

/** Content that other features render in the editor. */
export interface EditorSlots {
  /** Draws and plays the audio of a place, with more details for people who may change it. */
  readonly renderAudio: (place: Place, mayChange: boolean) => ReactNode;
  /** What a place was before, to restore it. */
  readonly renderVersions?: (place: Place, onRestored: () => void) => ReactNode;
  /** What a place says beside its name and sound, to change it. */
  readonly renderTexts?: (place: Place) => ReactNode;
  /** Shown below the list of places of this parcours. */
  readonly renderBelowList?: ((parcoursId: ParcoursId) => ReactNode) | undefined;
  /** Leads to the invitations, where nobody can be asked for a planned place yet. */
  readonly onInvite?: () => void;
  /** Shown during a recording: duration, level, pause and stop. */
  readonly recordingBar: ReactNode;
}

/** Fits a shape into the view. */
export function showShape(surface: EditorSurface | null, geometry: Geometry): void {
  const box = boundingBoxOfShapes([geometry]);
  if (box !== null) surface?.showBox(box);
}

/** Returns the centre of the unpadded part of the map, `[lng, lat]`. */
export function readAim({ map }: EditorSurface): Position {
  const { lng, lat } = map.getCenter();
  return [lng, lat];
}
