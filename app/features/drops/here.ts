import type { Position } from '../../../contracts/geo.ts';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { dropTarget } from '../../state/drops/drop-mode.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { location } from '../../state/position/location.ts';
import { session } from '../../state/session/session.ts';

/** A parcours, and where on it the person is, `[lng, lat]`. */
export interface Here {
  readonly mapId: ParcoursId;
  readonly position: Position;
}

/** Where a recording goes that is made now; null where the map or the position is not known, or may not be used. */
export function readHere(): Here | null {
  const target = dropTarget(parcours);
  const { fix } = location;
  if (target === null || fix === null || session.user === null) return null;
  return mayDrop(session.user.role, target.privilege) ? { mapId: target.mapId, position: [fix.lng, fix.lat] } : null;
}
