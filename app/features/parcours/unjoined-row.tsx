import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../../words/strings.ts';
import styles from './parcours.module.css';

/** A map within a bundle that the person manages without being a member of the map. */
export function UnjoinedRow({ name, menu }: { readonly name: string; readonly menu: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.unjoined}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>
          <span className={styles.nobody} aria-hidden>
            <LockKeyhole size={14} />
          </span>
          {strings.parcours.notMember}
        </span>
      </span>
      {menu}
    </li>
  );
}
