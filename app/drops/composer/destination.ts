import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { BoundingBox } from '../../position/coordinates.ts';

/**
 * The destination of a drop: the walker's position, the middle of the map, a place without audio, a planned one, or a drop
 * whose audio it replaces.
 */
export type DropTarget = 'position' | 'centre' | 'selected' | 'planned' | 'replaced';

/** The part of the map that is used to choose destinations on it. */
export interface AimedMap {
  /** Returns the middle of the map, `[lng, lat]`; null while there is no map. */
  readonly readCentre: () => Position | null;
  /** Called with whether the person is aiming the map, which must then be uncovered. Must stay the same function. */
  readonly onAiming: (isAiming: boolean) => void;
  /** Fits a box into the map. */
  readonly onShowBox: (box: BoundingBox) => void;
}

/** A place without audio. */
export type WaitingPlace = Pick<Place, 'id' | 'appelation' | 'feature' | 'map'>;

/** A drop whose audio is replaced, with its new shape if it `isMoved`. */
export interface ReplacedDrop extends WaitingPlace {
  /** The title that it gets with the audio; empty for the one that it has, unless it is moved. */
  readonly newTitle: string;
  readonly isMoved: boolean;
}

/** Target of the audio: an existing place, or a new one (`placeId` null), its shape, its parcours, and what it fills. */
export interface UploadDestination {
  readonly placeId: PlaceId | null;
  readonly geometry: Geometry;
  readonly parcoursId: ParcoursId;
  readonly plannedId?: PlaceId;
}

/** One option for a drop's destination. */
export interface TargetOption {
  readonly target: DropTarget;
  /** False for the position while it is unknown. */
  readonly usable: boolean;
  /** The walker's position, `[lng, lat]`; only for `position`. */
  readonly position: Position | null;
  readonly accuracyM: number | null;
  /** The place that gets the audio; only for `selected`, `planned` and `replaced`. */
  readonly place: WaitingPlace | null;
}

/**
 * Lists the options, likeliest first. @param waiting the selected place, if the person may add its missing audio
 * @param planned the planned place that is to be filled, which is the only option then
 * @param replaced the drop whose audio is to be replaced, likewise
 */
export function listTargets(
  fix: { readonly lng: number; readonly lat: number; readonly accuracyM: number } | null,
  waiting: WaitingPlace | null,
  planned: WaitingPlace | null = null,
  replaced: WaitingPlace | null = null,
): TargetOption[] {
  const here: TargetOption = {
    target: 'position',
    usable: fix !== null,
    position: fix === null ? null : [fix.lng, fix.lat],
    accuracyM: fix?.accuracyM ?? null,
    place: null,
  };
  const nowhere = { usable: true, position: null, accuracyM: null, place: null };
  if (planned !== null) return [{ ...nowhere, target: 'planned', place: planned }];
  if (replaced !== null) return [{ ...nowhere, target: 'replaced', place: replaced }];
  const centre: TargetOption = { ...nowhere, target: 'centre' };
  if (waiting === null) return [here, centre];
  return [{ ...nowhere, target: 'selected', place: waiting }, here, centre];
}

/**
 * Returns the destination of an option, null if it is no longer known. @param centre middle of the map, `[lng, lat]`
 */
export function chooseDestination(
  target: DropTarget,
  targets: readonly TargetOption[],
  parcoursId: ParcoursId | null,
  centre: Position | null,
): UploadDestination | null {
  const option = targets.find((candidate) => candidate.target === target);
  if (target === 'selected' || target === 'replaced') {
    const place = option?.place;
    return place == null ? null : { placeId: place.id, parcoursId: place.map.id, geometry: place.feature };
  }
  if (target === 'planned') {
    const place = option?.place;
    if (place == null) return null;
    return { placeId: null, parcoursId: place.map.id, geometry: place.feature, plannedId: place.id };
  }
  const coordinates = target === 'position' ? option?.position : centre;
  if (coordinates == null || parcoursId === null) return null;
  return { placeId: null, parcoursId, geometry: { type: 'Point', coordinates: [...coordinates] } };
}
