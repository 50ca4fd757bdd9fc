import { useEffect } from 'react';
import type { Parcours } from '../../../contracts/parcours.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { usePicture } from '../../features/information/use-picture.ts';
import { WelcomeScreen } from '../../features/welcome/welcome-screen.tsx';
import { endWalk } from '../../state/walk/listening.ts';

/** The welcome to a parcours, with its picture from the network or the device. Ends a walk: nothing plays unasked. */
export function WelcomePart({
  map,
  role,
}: {
  readonly map: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege' | 'image_url'>;
  readonly role: Role;
}) {
  useEffect(() => endWalk(), []);
  return <WelcomeScreen key={map.id} map={map} role={role} picture={usePicture(map.image_url)} />;
}
