import { useEffect } from 'react';
import type { Parcours } from '../../contracts/parcours.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { usePicture } from '../parcours/information/use-picture.ts';
import { ParcoursAbout } from '../tellings/parcours-about.tsx';
import { VersionChoice } from '../tellings/version-choice.tsx';
import { endWalk } from '../walk/listening.ts';
import { WelcomeScreen } from '../welcome/welcome-screen.tsx';

/** The welcome to a parcours, with its picture from the network or the device. Ends a walk: nothing plays unasked. */
export function WelcomePart({
  map,
  role,
}: {
  readonly map: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege' | 'image_url'>;
  readonly role: Role;
}) {
  useEffect(() => endWalk(), []);
  return (
    <WelcomeScreen
      key={map.id}
      map={map}
      role={role}
      picture={usePicture(map.image_url)}
      about={
        <>
          <ParcoursAbout parcoursId={map.id} isShort />
          <VersionChoice />
        </>
      }
    />
  );
}
