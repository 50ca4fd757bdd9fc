import { LockKeyhole } from 'lucide-react';
import type { Role } from '../../../contracts/vocabulary.ts';
import { strings } from '../../words/strings.ts';
import type { Dialog, NamedMap } from './dialog.ts';
import { MapMenu } from './map-menu.tsx';
import styles from './parcours.module.css';

/** A map of a bundle, of which the person is not a member: they see it because they manage bundles. */
export function UnjoinedRow({
  map,
  role,
  onOpenDialog,
}: {
  readonly map: NamedMap;
  readonly role: Role;
  readonly onOpenDialog: (dialog: Dialog) => void;
}) {
  return (
    <li className={styles.row}>
      <span className={styles.unjoined}>
        <span className={styles.name}>{map.name}</span>
        <span className={styles.meta}>
          <span className={styles.nobody} aria-hidden>
            <LockKeyhole size={14} />
          </span>
          {strings.parcours.notMember}
        </span>
      </span>
      <MapMenu map={map} role={role} privilege={null} onOpenDialog={onOpenDialog} />
    </li>
  );
}
