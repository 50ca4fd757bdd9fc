import { Check } from 'lucide-react';
import type { Place } from '../../../../contracts/place.ts';
import { classNames } from '../../../ui/class-names.ts';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import { mapStrings } from '../../../words/map.ts';
import { printName } from '../../../words/untitled.ts';
import type { FanOffset } from './fan.ts';
import styles from './spot-fan.module.css';

/** One place of a fan, as a button at its offset from the spot. */
export function SpotLeaf({
  place: { appelation, media },
  offset: [x, y],
  isSelected,
  isHeard,
  onChoose,
}: {
  readonly place: Place;
  readonly offset: FanOffset;
  readonly isSelected: boolean;
  readonly isHeard: boolean;
  readonly onChoose: () => void;
}) {
  const isSilent = media === null;
  const facts = [isSilent && nearbyStrings.silent.toLowerCase(), isHeard && mapStrings.heard].filter(Boolean);
  const label = [printName(appelation), ...facts].join(', ');
  return (
    <button
      type="button"
      className={styles.target}
      style={{ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` }}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      onClick={onChoose}
    >
      <span className={classNames(styles.dot, isSilent && styles.silent)}>
        {isHeard && !isSilent && <Check size={12} strokeWidth={3.5} aria-hidden />}
      </span>
    </button>
  );
}
