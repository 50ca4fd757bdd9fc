import { Crosshair, Headphones, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../places/places.ts';
import { improveAccuracy, location } from '../../position/location.ts';
import { locationStrings } from '../../position/location-words.ts';
import { Button } from '../../ui/button.tsx';
import { playPlace, resumeStory, switchAutoplay } from '../listening.ts';
import { unfinishedStrings } from '../unfinished-words.ts';
import { listenFromHere } from './from-here.ts';
import { nearbyStrings } from './nearby-words.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';
import { isUnanswered } from './silence-words.ts';
import type { SilenceNote } from './use-silence-note.ts';

/** Shows why nothing plays, and what the walker can do. */
export function SilenceLine({ note, onDismiss }: { readonly note: SilenceNote; readonly onDismiss: () => void }) {
  const { accuracy } = useSnapshot(location);
  const { list } = useSnapshot(places);
  const isLost = note.silence.why === 'vague' || isUnanswered(note.silence);
  const hasStories = list.some(({ media }) => media !== null);
  return (
    <Note
      label={nearbyStrings.label}
      act={remedy(note, accuracy === 'low')}
      acts={
        isLost && hasStories ? (
          <Button icon={<Headphones size={18} aria-hidden />} onClick={listenFromHere}>
            {nearbyStrings.listenFromHere}
          </Button>
        ) : undefined
      }
      onDismiss={onDismiss}
    >
      <p className={styles.text}>{note.words}</p>
    </Note>
  );
}

function remedy({ silence, name, isInPlayer }: SilenceNote, canImprove: boolean): ReactNode {
  switch (silence.why) {
    case 'vague':
      return canImprove ? (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<Crosshair size={18} aria-hidden />}
          onClick={improveAccuracy}
        >
          {locationStrings.improve}
        </Button>
      ) : null;
    case 'autoplay-off':
      return (
        <Button
          variant="quiet"
          className={styles.act}
          aria-label={nearbyStrings.switchAutoplayOnLong}
          onClick={() => switchAutoplay(true)}
        >
          {nearbyStrings.switchAutoplayOn}
        </Button>
      );
    case 'begun':
      return (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<Play size={18} aria-hidden />}
          aria-label={unfinishedStrings.resume(name)}
          onClick={() => resumeStory(silence.placeId)}
        >
          {nearbyStrings.resume}
        </Button>
      );
    case 'heard':
    case 'paused':
    case 'not-close':
      // The player's own button resumes a pause where it began.
      return silence.why === 'paused' && isInPlayer ? null : (
        <Button
          variant="quiet"
          className={styles.act}
          icon={<Play size={18} aria-hidden />}
          aria-label={nearbyStrings.listenTo(name)}
          onClick={() => playPlace(silence.placeId)}
        >
          {nearbyStrings.listen}
        </Button>
      );
    default:
      return null;
  }
}
