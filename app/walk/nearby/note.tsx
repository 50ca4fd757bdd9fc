import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { nearbyStrings } from './nearby-words.ts';
import styles from './note.module.css';

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
      {acts === undefined ? null : <div className={styles.acts}>{acts}</div>}
    </section>
  );
}
