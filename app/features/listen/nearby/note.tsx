import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { nearbyStrings } from '../../../words/nearby.ts';
import styles from './note.module.css';

/** A short card above the player, with a button that dismisses it. */
export function Note({
  label,
  children,
  acts,
  onDismiss,
}: {
  /** Names its region. */
  readonly label: string;
  readonly children: ReactNode;
  /** Buttons below the words. */
  readonly acts?: ReactNode;
  readonly onDismiss: () => void;
}) {
  return (
    <section className={styles.note} aria-label={label}>
      {children}
      <IconButton label={nearbyStrings.dismiss} icon={<X size={18} aria-hidden />} onClick={onDismiss} />
      {acts === undefined ? null : <div className={styles.acts}>{acts}</div>}
    </section>
  );
}
