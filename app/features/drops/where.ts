import type { Geometry, Position } from '../../../contracts/geo.ts';
import { UNTITLED_PLACE } from '../../../contracts/limits.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { strings } from '../../platform/strings.ts';
import type { DropTarget, UploadState } from './upload.state.ts';

/** Where the audio goes: a place that exists, or a shape for one to be made. */
export type Destination =
  | { readonly placeId: PlaceId }
  | { readonly placeId: null; readonly feature: Geometry; readonly mapId: ParcoursId };

/** One answer to 'where does it go?'. */
export interface TargetOption {
  readonly target: DropTarget;
  readonly label: string;
  readonly hint: string;
  /** False for the position while it is not known. */
  readonly usable: boolean;
  /** Where the walker is, `[lng, lat]`; for `position` alone. */
  readonly position: Position | null;
  /** The place that waits for its audio; for `selected` alone. */
  readonly placeId: PlaceId | null;
}

/**
 * The answers offered, the likeliest first: the selected place that waits for its audio, the position, the map's centre.
 *
 * @param waiting the selected place, where it has no audio and the person may attach some; null otherwise.
 */
export function listTargets(
  fix: { readonly lng: number; readonly lat: number; readonly accuracyM: number } | null,
  waiting: { readonly id: PlaceId; readonly appelation: string } | null,
): TargetOption[] {
  const words = strings.drops;
  const here: TargetOption = {
    target: 'position',
    label: words.here,
    hint: fix === null ? words.hereUnknown : words.hereHint(fix.accuracyM),
    usable: fix !== null,
    position: fix === null ? null : [fix.lng, fix.lat],
    placeId: null,
  };
  const centre: TargetOption = {
    target: 'centre',
    label: words.centre,
    hint: words.centreHint,
    usable: true,
    position: null,
    placeId: null,
  };
  if (waiting === null) return [here, centre];
  const label = waiting.appelation.trim() || UNTITLED_PLACE;
  const selected: TargetOption = {
    target: 'selected',
    label,
    hint: words.selectedHint,
    usable: true,
    position: null,
    placeId: waiting.id,
  };
  return [selected, here, centre];
}

/**
 * Where the audio goes by what was chosen; null where that can't be told (any more): the position was lost, the selected
 * place has gone, no map or parcours is there. A place that was made for this upload, or may have been, stays its
 * destination.
 *
 * @param centre middle of the map, `[lng, lat]`.
 */
export function chooseDestination(
  { placeId, creation, target }: Pick<UploadState, 'placeId' | 'creation' | 'target'>,
  targets: readonly TargetOption[],
  mapId: ParcoursId | null,
  centre: Position | null,
): Destination | null {
  if (placeId !== null) return { placeId };
  if (creation !== null) return { placeId: null, mapId: creation.mapId, feature: creation.feature };
  const option = targets.find((candidate) => candidate.target === target);
  if (target === 'selected') return option?.placeId == null ? null : { placeId: option.placeId };
  const coordinates = target === 'position' ? option?.position : centre;
  if (coordinates == null || mapId === null) return null;
  return { placeId: null, mapId, feature: { type: 'Point', coordinates: [...coordinates] } };
}
