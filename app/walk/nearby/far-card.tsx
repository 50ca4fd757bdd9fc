import { ArrowUp, Headphones, Map as MapIcon } from 'lucide-react';
import type { Away, Way } from '../../position/way.ts';
import { Button } from '../../ui/button.tsx';
import { printAway } from '../../ui/number-words.ts';
import { listenFromHere } from './from-here.ts';
import { nearbyStrings } from './nearby-words.ts';
import styles from './note.module.css';
import { Note } from './note.tsx';

/** The distance to the parcours, and the options from here: to see it, and to hear it in its order. */
export function FarCard({
  way,
  hasStories,
  onShowParcours,
  onDismiss,
}: {
  /** Null if the person listens from here without a position. */
  readonly way: (Way & Away) | null;
  readonly hasStories: boolean;
  /** Null without a map. */
  readonly onShowParcours: (() => void) | null;
  readonly onDismiss: () => void;
}) {
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
          {hasStories && (
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
          {way === null ? nearbyStrings.fromHere : nearbyStrings.farFrom(printAway(way))}
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
