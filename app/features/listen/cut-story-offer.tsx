import { Undo2, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { pocket } from '../../state/pocket/pocket.ts';
import { dismissCutStory, listening, resumeCutStory } from '../../state/walk/listening.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { cutStoryStrings } from '../../words/listen/cut-story.ts';
import { printName } from '../../words/untitled.ts';
import styles from './cut-story-offer.module.css';

/** On a walk, the way back to the story that another place cut. Renders nothing where there is none. */
export function CutStoryOffer() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { isOn: isInPocket } = useSnapshot(pocket);
  const place = list.find(({ id }) => id === walk.cut?.placeId);
  if (place === undefined || isInPocket) return null;
  const name = printName(place.appelation);
  return (
    <div className={styles.offer}>
      <button type="button" className={styles.resume} onClick={resumeCutStory}>
        <Undo2 size={18} aria-hidden />
        <span className={styles.words}>{cutStoryStrings.resume(name)}</span>
      </button>
      <IconButton
        label={cutStoryStrings.dismiss(name)}
        icon={<X size={18} aria-hidden />}
        className={styles.dismiss ?? ''}
        onClick={dismissCutStory}
      />
    </div>
  );
}
