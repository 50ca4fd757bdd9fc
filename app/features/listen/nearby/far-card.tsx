import { ArrowUp, Headphones, Map as MapIcon, SkipForward } from 'lucide-react';
import type { Place } from '../../../../contracts/place.ts';
import { playPlace } from '../../../state/walk/listening.ts';
import type { Way } from '../../../state/walk/nearby/far-away.ts';
import { Button } from '../../../ui/button.tsx';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import { printName } from '../../../words/untitled.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/**
 * How far away the parcours is, and what can be done from here: seeing it, and hearing it in its order. While the player
 * shows a story, only the next one.
 */
export function FarCard({
  way: { distanceM, bearingDeg },
  next,
  isListening,
  onShowParcours,
  onDismiss,
}: {
  readonly way: Way;
  /** The story that comes next in the order of the parcours. */
  readonly next: Place | undefined;
  /** A story is in the player. */
  readonly isListening: boolean;
  /** Null without a map. */
  readonly onShowParcours: (() => void) | null;
  readonly onDismiss: () => void;
}) {
  const play = (): void => {
    if (next !== undefined) playPlace(next.id);
  };
  if (isListening) {
    if (next === undefined) return null;
    return (
      <Note label={nearbyStrings.far} onDismiss={onDismiss}>
        <Button variant="quiet" className={styles.offer} icon={<SkipForward size={20} aria-hidden />} onClick={play}>
          {nearbyStrings.nextStory(printName(next.appelation))}
        </Button>
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
            <Button variant="secondary" icon={<Headphones size={18} aria-hidden />} onClick={play}>
              {nearbyStrings.listenFromHere}
            </Button>
          )}
        </>
      }
      onDismiss={onDismiss}
    >
      <div className={styles.text}>
        <p className={styles.distance}>{nearbyStrings.farFrom(distanceM)}</p>
        <p className={styles.direction}>
          <ArrowUp size={16} aria-hidden style={{ rotate: `${Math.round(bearingDeg)}deg` }} />
          {nearbyStrings.farDirection(bearingDeg)}
        </p>
      </div>
    </Note>
  );
}
