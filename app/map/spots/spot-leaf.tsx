import { Check } from 'lucide-react';
import type { Place } from '../../../contracts/place.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { nearbyStrings } from '../../walk/nearby/nearby-words.ts';
import { mapStrings } from '../map-words.ts';
import type { FanOffset } from './fan.ts';
import styles from './spot-fan.module.css';

/** One place of a fan, as a button with its name, whose dot is at its offset from the spot. */
export function SpotLeaf({
  place: { appelation, media },
  offset: [x, y],
  namePx,
  isSelected,
  isHeard,
  onChoose,
}: {
  readonly place: Place;
  readonly offset: FanOffset;
  readonly namePx: number;
  readonly isSelected: boolean;
  readonly isHeard: boolean;
  readonly onChoose: () => void;
}) {
  const isSilent = media === null;
  const facts = [isSilent && nearbyStrings.silent.toLowerCase(), isHeard && mapStrings.heard].filter(Boolean);
  const name = formatPlaceName(appelation);
  const label = [name, ...facts].join(', ');
  return (
    <button
      type="button"
      className={classNames(styles.target, x < 0 && styles.atLeft)}
      style={{ left: x < 0 ? undefined : x, right: x < 0 ? -x : undefined, top: y }}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      onClick={onChoose}
    >
      <span className={styles.dotArea}>
        <span className={classNames(styles.dot, isSilent && styles.silent)}>
          {isHeard && !isSilent && <Check size={12} strokeWidth={3.5} aria-hidden />}
        </span>
      </span>
      <span className={styles.name} style={{ maxWidth: namePx }}>
        {name}
      </span>
    </button>
  );
}
