import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayChangePlace } from '../../../contracts/permissions.ts';
import { parcours } from '../../parcours/parcours.ts';
import { places } from '../../places/places.ts';
import { location } from '../../position/location.ts';
import { session } from '../../session/session.ts';
import { listening } from '../../walk/listening.ts';
import { listTargets, type TargetOption } from '../where.ts';

/** Returns where the open upload may go. */
export function useTargets(): TargetOption[] {
  const { fix } = useSnapshot(location);
  // The place that was selected when the sheet opened, because a walk continues to select others behind it.
  const [selected] = useState(() => listening.walk.selected);
  const { list } = useSnapshot(places);
  const { user } = useSnapshot(session);
  const maps = useSnapshot(parcours);
  const place = list.find((candidate) => candidate.id === selected);
  const privilege = maps.list.find((listed) => listed.id === place?.map.id)?.privilege ?? null;
  const isAuthor = place !== undefined && user !== null && place.userId === user.id;
  const attachable =
    place !== undefined && place.media === null && user !== null && mayChangePlace(user.role, privilege, isAuthor);
  return listTargets(fix, attachable ? place : null);
}
