import type { Position } from '../../../contracts/geo.ts';
import { UNTITLED_PLACE } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { strings } from '../../platform/strings.ts';
import type { DropTarget } from './upload.state.ts';

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
