import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { PendingShape } from '../../platform/storage/pending-shape.ts';
import { dropTarget } from '../../state/drops/drop-mode.ts';
import { myDrops } from '../../state/drops/my-drops.ts';
import type { LoadState } from '../../state/load-state.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { pendingShapes, waitingShapes } from '../../state/places/pending-shapes.ts';
import { places } from '../../state/places/places.ts';
import { session } from '../../state/session/session.ts';

/** What the editor lists. */
export interface EditorPlaces {
  readonly list: readonly Place[];
  /** How the load of the places went: none that could be loaded is not none. */
  readonly status: LoadState['status'];
  /** The same array until one of them changes. */
  readonly pending: readonly PendingShape[];
  /** The map that new shapes go to; null when there is none. */
  readonly mapId: ParcoursId | null;
  /** Whether this person may draw new shapes on the map in use. */
  readonly mayDraw: boolean;
}

/** The places of the maps in use, without those that are being deleted, and this person's pending shapes. */
export function useEditorPlaces(): EditorPlaces {
  const known = useSnapshot(places);
  const { list: shapes } = useSnapshot(pendingShapes);
  const { leavingIds } = useSnapshot(myDrops);
  const { user } = useSnapshot(session);
  const target = dropTarget(useSnapshot(parcours));
  const mapId = target?.mapId ?? null;
  const userId = user?.id;
  const pending = useMemo(
    () => waitingShapes(shapes, known).filter((shape) => shape.userId === userId && shape.mapId === mapId),
    [shapes, known, userId, mapId],
  );
  return {
    status: known.status,
    list: known.list.filter(({ id }) => !leavingIds.includes(id)),
    pending,
    mapId,
    mayDraw: user !== null && target !== null && mayDrop(user.role, target.privilege),
  };
}
