import { Play } from 'lucide-react';
import type { Place } from '../../../../contracts/place.ts';
import { acceptTapped, dismissTapped } from '../../../state/walk/nearby/tapped-place.ts';
import { Button } from '../../../ui/button.tsx';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import { printName } from '../../../words/untitled.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/** Offers the story of a place that the walker tapped during a walk. */
export function TapOffer({ place: { appelation, media } }: { readonly place: Place }) {
  const name = printName(appelation);
  return (
    <Note label={nearbyStrings.offered} onDismiss={dismissTapped}>
      {media === null ? (
        <p className={styles.text}>{nearbyStrings.noAudio(name)}</p>
      ) : (
        <Button variant="quiet" className={styles.offer} icon={<Play size={20} aria-hidden />} onClick={acceptTapped}>
          {nearbyStrings.offer(name)}
        </Button>
      )}
    </Note>
  );
}
