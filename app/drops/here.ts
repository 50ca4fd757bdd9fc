import type { Position } from '../../contracts/geo.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { parcours } from '../parcours/parcours.ts';
import { location } from '../position/location.ts';
import { session } from '../session/session.ts';
import { dropTarget } from './drop-mode.ts';
import { recordStrings } from './record/record-words.ts';

/** A parcours, and the person's position on it, `[lng, lat]`. */
export interface Here {
  readonly mapId: ParcoursId;
  readonly position: Position;
}

/** Explains in words why {@link readHere} returns null. */
export function whyNotHere(): string {
  const { unplaced, noMap } = recordStrings;
  return location.fix === null ? unplaced : noMap;
}

/** Returns the target of a new recording; null without a map, a position or the permission. */
export function readHere(): Here | null {
  const target = dropTarget(parcours);
  const { fix } = location;
  if (target === null || fix === null || session.user === null) return null;
  return mayDrop(session.user.role, target.privilege) ? { mapId: target.mapId, position: [fix.lng, fix.lat] } : null;
}
