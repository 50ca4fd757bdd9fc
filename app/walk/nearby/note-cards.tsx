import { ArrowUp, Headphones, Map as MapIcon, Play, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import type { DistanceAndBearing, DistanceFromFix } from '../../position/distance.ts';
import { location } from '../../position/location.ts';
import { picked } from '../../tellings/picked.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { formatAway } from '../../ui/number-words.ts';
import { COME_M, farAway, hasCome } from './far-away.ts';
import { listenFromHere } from './from-here.ts';
import { nearbyStrings } from './nearby-words.ts';
import styles from './note.module.css';
import { acceptTapped, dismissTapped } from './tapped-place.ts';

/** A short, dismissible card above the player. */
export function Note({
  label,
  children,
  act,
  acts,
  onDismiss,
}: {
  /** Accessible name of its region. */
  readonly label: string;
  readonly children: ReactNode;
  /** A button beside the text, or below it if there is no space. */
  readonly act?: ReactNode;
  readonly acts?: ReactNode;
  readonly onDismiss: () => void;
}) {
  return (
    <section className={styles.note} aria-label={label}>
      <div className={styles.main}>
        {children}
        {act}
      </div>
      <IconButton label={nearbyStrings.dismiss} icon={<X size={18} aria-hidden />} onClick={onDismiss} />
      {!acts ? null : <div className={styles.acts}>{acts}</div>}
    </section>
  );
}

/** Offers the story of a place that the walker tapped during a walk. */
export function TapOffer({ place: { appelation, media } }: { readonly place: Place }) {
  const name = formatPlaceName(appelation);
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

/** The distance to the parcours, and the options from here: to see it, and to hear it in its order. */
export function FarCard({
  way,
  hasStories,
  onShowParcours,
  onDismiss,
}: {
  /** Null if the person listens from here without a position. */
  readonly way: (DistanceAndBearing & DistanceFromFix) | null;
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
          {way === null ? nearbyStrings.fromHere : nearbyStrings.farFrom(formatAway(way))}
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

/** Returns the way to the parcours if it is far away, or out of sight (`isShort`); null with a false position. */
export function useFarWay(isShort = false): ReturnType<typeof farAway> {
  const { list } = useSnapshot(picked);
  const { fix, isFalse } = useSnapshot(location);
  const beyondM = isShort ? COME_M : undefined;
  return useMemo(() => (fix === null || isFalse ? null : farAway(list, fix, beyondM)), [list, fix, isFalse, beyondM]);
}

/** Whether the person is certainly at the parcours. */
export function useHasCome(): boolean {
  const { list } = useSnapshot(picked);
  const { fix, isFalse } = useSnapshot(location);
  return useMemo(() => fix !== null && !isFalse && hasCome(list, fix), [list, fix, isFalse]);
}
