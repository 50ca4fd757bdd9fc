import { Footprints, Square } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { strings } from '../../platform/strings.ts';
import { listening, switchAutoplay, switchOnSite } from '../../state/listening.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './walk-pill.module.css';

/** The way into a walk: one button that turns audio-guide mode and autoplay on together, and off again. */
export function WalkPill() {
  const { walk, lookupFailed } = useSnapshot(listening);
  const toggle = (): void => {
    switchAutoplay(!walk.onSite);
    switchOnSite(!walk.onSite);
  };
  if (!walk.onSite) {
    return (
      <button type="button" className={styles.pill} onClick={toggle}>
        <Footprints size={20} aria-hidden />
        <span>{strings.walk.start}</span>
      </button>
    );
  }
  return (
    <div className={classNames(styles.pill, styles.on)}>
      <span className={styles.beat} aria-hidden />
      <span role="status">{describe(lookupFailed, walk.nearest !== null)}</span>
      <button
        type="button"
        className={styles.stop}
        aria-label={strings.walk.stop}
        title={strings.walk.stop}
        onClick={toggle}
      >
        <Square size={16} fill="currentcolor" aria-hidden />
      </button>
    </div>
  );
}

function describe(lookupFailed: boolean, isAtPlace: boolean): string {
  if (lookupFailed) return strings.walk.lookupFailed;
  return isAtPlace ? strings.walk.walking : strings.walk.walkingNowhere;
}
