import { Play } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { packStatus } from '../packs/pack-view.ts';
import { packs } from '../packs/packs.ts';
import { picked } from '../tellings/picked.ts';
import { Button } from '../ui/button.tsx';
import { listening, playListed } from './listening.ts';
import { listenStrings } from './player-words.ts';
import { StoryPlayback } from './story-playback.tsx';

/** The player of a place outside the map; a button that chooses the place while another one is in the player. */
export function PagePlayer({ placeId }: { readonly placeId: PlaceId }) {
  const { walk, audio, noAudio } = useSnapshot(listening);
  const place = useSnapshot(picked).list.find(({ id }) => id === placeId);
  const { byMap } = useSnapshot(packs);
  const main = useRef<HTMLButtonElement>(null);
  if (place === undefined || place.media === null) return null;
  if (walk.selected !== placeId || noAudio) {
    return (
      <Button wide icon={<Play size={20} aria-hidden />} onClick={() => playListed(placeId)}>
        {listenStrings.play}
      </Button>
    );
  }
  return (
    <StoryPlayback
      audio={audio}
      walk={walk}
      peaksLink={place.media.data.peaks}
      isLost={packStatus(byMap[place.map.id]) === 'lost'}
      mainRef={main}
    />
  );
}
