import { Play } from 'lucide-react';
import type { Place } from '../../../contracts/place.ts';
import { printName } from '../../places/untitled-words.ts';
import { Button } from '../../ui/button.tsx';
import { nearbyStrings } from './nearby-words.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';
import { acceptTapped, dismissTapped } from './tapped-place.ts';

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
