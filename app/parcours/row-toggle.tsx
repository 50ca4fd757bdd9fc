import type { LucideIcon } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import styles from './parcours.module.css';

/** A switch for one use of a map: an icon above a word. */
export function RowToggle({
  label,
  act,
  isOn,
  Icon,
  onToggle,
}: {
  readonly label: string;
  /** The effect of a tap, with the map's name; in English, in the specification's words. */
  readonly act: string;
  readonly isOn: boolean;
  readonly Icon: LucideIcon;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={classNames(styles.toggle, isOn && styles.on)}
      // Begins with the visible word, which people say to voice control.
      aria-label={`${label}, ${act}`}
      onClick={onToggle}
    >
      <Icon size={20} aria-hidden />
      <span>{label}</span>
    </button>
  );
}
