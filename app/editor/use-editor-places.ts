import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mayDrop } from '../../contracts/permissions.ts';
import { dropTarget } from '../drops/drop-mode.ts';
import { myDrops } from '../drops/my-drops.ts';
import { parcours } from '../parcours/parcours.ts';
import { withSteps } from '../places/order/in-order.ts';
import { pendingShapes, waitingShapes } from '../places/pending-shapes.ts';
import { places } from '../places/places.ts';
import { besidePlaces, plan } from '../places/plan.ts';
import { session } from '../session/session.ts';
import { placeEditor } from './place-editor.ts';

/** The places and shapes that the editor lists. */
export type EditorPlaces = ReturnType<typeof useEditorPlaces>;

/** Returns the map that the editor draws on, its places without those being deleted, its planned places, and own pending shapes. */
export function useEditorPlaces() {
  const known = useSnapshot(places);
  const { list: planned, steps } = useSnapshot(plan);
  const { list: shapes } = useSnapshot(pendingShapes);
  const { leavingIds } = useSnapshot(myDrops);
  const { user } = useSnapshot(session);
  const state = useSnapshot(parcours);
  const { drawing, hasAudioWork, busyOn } = useSnapshot(placeEditor);
  const target = dropTarget(state);
  // Another map may be chosen meanwhile, also in another tab.
  const isBusy = drawing !== null || hasAudioWork !== null;
  const parcoursId = (isBusy ? busyOn : null) ?? target?.parcoursId ?? null;
  const userId = user?.id;
  const pending = useMemo(
    () => waitingShapes(shapes, known).filter((shape) => shape.userId === userId && shape.mapId === parcoursId),
    [shapes, known, userId, parcoursId],
  );
  return {
    /** Whether a shape is drawn, or audio is made. */
    isBusy,
    status: known.status,
    list: withSteps(
      known.list.filter(({ id, map }) => map.id === parcoursId && !leavingIds.includes(id)),
      steps,
    ),
    pending,
    /** Without those whose place is in the list. */
    planned: withSteps(
      besidePlaces(planned, known.list).filter(({ map }) => map.id === parcoursId),
      steps,
    ),
    /** The map that new shapes are added to; null if there is none. */
    parcoursId,
    parcoursName: state.list.find(({ id }) => id === parcoursId)?.name ?? state.beingCreated?.title ?? '',
    mayDraw: user !== null && target !== null && mayDrop(user.role, target.privilege),
  };
}
