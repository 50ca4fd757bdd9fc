import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import styles from './note.module.css';

/** A short card above the player, with a button that dismisses it. */
export function Note({
  label,
  children,
  act,
  acts,
  onDismiss,
}: {
  /** Names its region. */
  readonly label: string;
  readonly children: ReactNode;
  /** A button beside the words, or below them where there is no room. */
  readonly act?: ReactNode;
  /** Buttons below the words. */
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
      {acts === undefined ? null : <div className={styles.acts}>{acts}</div>}
    </section>
  );
}
