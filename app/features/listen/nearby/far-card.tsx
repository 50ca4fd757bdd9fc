import { ArrowUp, Headphones, ListMusic, Map as MapIcon, SkipForward } from 'lucide-react';
import type { Place } from '../../../../contracts/place.ts';
import { playPlace } from '../../../state/walk/listening.ts';
import type { Way } from '../../../state/walk/nearby/far-away.ts';
import { listenFromHere } from '../../../state/walk/nearby/from-here.ts';
import { Button } from '../../../ui/button.tsx';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import { printName } from '../../../words/untitled.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/**
 * How far away the parcours is, and what can be done from here: seeing it, and hearing it in its order. While the player
 * shows a story, only the next one and all of them.
 */
export function FarCard({
  way,
  next,
  isListening,
  onShowParcours,
  onOpenList,
  onDismiss,
}: {
  /** Null where the person listens from here without a position. */
  readonly way: Way | null;
  /** The story that comes next in the order of the parcours. */
  readonly next: Place | undefined;
  /** A story is in the player. */
  readonly isListening: boolean;
  /** Null without a map. */
  readonly onShowParcours: (() => void) | null;
  readonly onOpenList: () => void;
  readonly onDismiss: () => void;
}) {
  if (isListening) {
    return (
      <Note label={nearbyStrings.far} onDismiss={onDismiss}>
        <div className={styles.offers}>
          {way !== null && <p className={styles.distance}>{nearbyStrings.farFrom(way.distanceM)}</p>}
          {next !== undefined && (
            <Button
              variant="quiet"
              className={styles.offer}
              icon={<SkipForward size={20} aria-hidden />}
              onClick={() => playPlace(next.id)}
            >
              {nearbyStrings.nextStory(printName(next.appelation))}
            </Button>
          )}
          <Button
            variant="quiet"
            className={styles.offer}
            icon={<ListMusic size={20} aria-hidden />}
            onClick={onOpenList}
          >
            {nearbyStrings.allStories}
          </Button>
        </div>
      </Note>
    );
  }
  return (
    <Note
      label={nearbyStrings.far}
      acts={
        <>
          {onShowParcours !== null && (
            <Button variant="secondary" icon={<MapIcon size={18} aria-hidden />} onClick={onShowParcours}>
              {nearbyStrings.seeParcours}
            </Button>
          )}
          {next !== undefined && (
            <Button icon={<Headphones size={18} aria-hidden />} onClick={listenFromHere}>
              {nearbyStrings.listenFromHere}
            </Button>
          )}
        </>
      }
      onDismiss={onDismiss}
    >
      <div className={styles.text}>
        <p className={styles.distance}>
          {way === null ? nearbyStrings.fromHere : nearbyStrings.farFrom(way.distanceM)}
        </p>
        {way !== null && (
          <p className={styles.direction}>
            <ArrowUp size={16} aria-hidden style={{ rotate: `${Math.round(way.bearingDeg)}deg` }} />
            {nearbyStrings.farDirection(way.bearingDeg)}
          </p>
        )}
      </div>
    </Note>
  );
}
