import type { LucideIcon } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import styles from '../parcours.module.css';

/** What a map is used for, or not: an icon above a word. */
export function RowToggle({
  label,
  act,
  isOn,
  Icon,
  onToggle,
}: {
  readonly label: string;
  /** What a tap does, and to which map; in English, as the specification names it. */
  readonly act: string;
  readonly isOn: boolean;
  readonly Icon: LucideIcon;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={classNames(styles.toggle, isOn && styles.on)}
      // Begins with the visible word, which people say to their phone.
      aria-label={`${label}, ${act}`}
      onClick={onToggle}
    >
      <Icon size={20} aria-hidden />
      <span>{label}</span>
    </button>
  );
}
