import { DropAudio } from '../drops/drop-audio.tsx';
import { InboxScreen } from '../moderation/approval/inbox-screen.tsx';
import { formatPlaceName } from '../places/place-words.ts';
import { useShowOnMap } from './show-on-map.ts';

/** 'À valider', with the drops' audio, and a way to their places on the map. */
export function Inbox() {
  const showOnMap = useShowOnMap();
  return (
    <InboxScreen
      renderAudio={({ id, name, media }) => <DropAudio id={id} media={media} name={formatPlaceName(name)} />}
      onShow={({ id, parcoursId }) => void showOnMap(parcoursId, id)}
    />
  );
}
