import { useNavigate } from 'react-router-dom';
import { DropAudio } from '../drops/drop-audio.tsx';
import { InboxScreen } from '../moderation/approval/inbox-screen.tsx';
import { selectParcours } from '../parcours/parcours.ts';
import { paths } from '../paths.ts';
import { loadPlaces } from '../places/places.ts';
import { showPlace } from '../walk/map-focus.ts';

/** 'À valider', with the drops' audio, and a way to their places on the map. */
export function Inbox() {
  const navigate = useNavigate();
  return (
    <InboxScreen
      renderAudio={({ id, name, media }) => <DropAudio id={id} media={media} name={name} />}
      onShow={async ({ id, parcoursId }) => {
        selectParcours(parcoursId);
        navigate(paths.home);
        await loadPlaces();
        showPlace(id);
      }}
    />
  );
}
