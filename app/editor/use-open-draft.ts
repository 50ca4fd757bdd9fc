import { useSnapshot } from 'valtio';
import { mayChangePlace } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
import { parcours } from '../parcours/parcours.ts';
import { places } from '../places/places.ts';
import { session } from '../session/session.ts';
import { placeEditor } from './place-editor.ts';

/** Returns the open draft with the step in progress, its place and map, and whether this person may change it. */
export function useOpenDraft() {
  const { draft, step, isShaping } = useSnapshot(placeEditor);
  const { list } = useSnapshot(places);
  const { list: maps } = useSnapshot(parcours);
  const { user } = useSnapshot(session);
  if (draft === null) return null;
  const place = list.find(({ id }) => id === draft.placeId) as Place | undefined;
  const map = maps.find(({ id }) => id === draft.mapId);
  const isAuthor = draft.placeId === null || (place !== undefined && place.userId === user?.id);
  const mayChange = user !== null && mayChangePlace(user.role, map?.privilege ?? null, isAuthor);
  return { draft, step, isShaping, place, mapName: map?.name ?? '', mayChange };
}
