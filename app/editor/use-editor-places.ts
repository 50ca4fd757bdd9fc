import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mayDrop } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { dropTarget } from '../drops/drop-mode.ts';
import { myDrops } from '../drops/my-drops.ts';
import type { LoadState } from '../page/load-state.ts';
import { parcours } from '../parcours/parcours.ts';
import { pendingShapes, waitingShapes } from '../places/pending-shapes.ts';
import { places } from '../places/places.ts';
import type { PendingShape } from '../platform/storage/stored-values.ts';
import { session } from '../session/session.ts';

/** The places and shapes that the editor lists. */
export interface EditorPlaces {
  readonly list: readonly Place[];
  /** The state of loading the places, to distinguish a failed load from an empty list. */
  readonly status: LoadState['status'];
  /** Stays the same array until one of its shapes changes. */
  readonly pending: readonly PendingShape[];
  /** The map that new shapes are added to; null if there is none. */
  readonly parcoursId: ParcoursId | null;
  readonly mayDraw: boolean;
}

/** Returns the places of the maps in use, without those being deleted, and this person's pending shapes. */
export function useEditorPlaces(): EditorPlaces {
  const known = useSnapshot(places);
  const { list: shapes } = useSnapshot(pendingShapes);
  const { leavingIds } = useSnapshot(myDrops);
  const { user } = useSnapshot(session);
  const target = dropTarget(useSnapshot(parcours));
  const parcoursId = target?.parcoursId ?? null;
  const userId = user?.id;
  const pending = useMemo(
    () => waitingShapes(shapes, known).filter((shape) => shape.userId === userId && shape.mapId === parcoursId),
    [shapes, known, userId, parcoursId],
  );
  return {
    status: known.status,
    list: known.list.filter(({ id }) => !leavingIds.includes(id)),
    pending,
    parcoursId,
    mayDraw: user !== null && target !== null && mayDrop(user.role, target.privilege),
  };
}
