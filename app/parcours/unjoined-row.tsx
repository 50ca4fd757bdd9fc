import { LockKeyhole } from 'lucide-react';
import type { DialogOffer, NamedMap } from './dialog.ts';
import { MapMenu } from './map-menu.tsx';
import styles from './parcours.module.css';
import { parcoursStrings } from './parcours-words.ts';

/** A map of a bundle that the person is not a member of: they see it because they manage bundles. */
export function UnjoinedRow({ map, ...offer }: DialogOffer & { readonly map: NamedMap }) {
  return (
    <li className={styles.row}>
      <span className={styles.unjoined}>
        <span className={styles.name}>{map.name}</span>
        <span className={styles.meta}>
          <span className={styles.nobody} aria-hidden>
            <LockKeyhole size={14} />
          </span>
          {parcoursStrings.notMember}
        </span>
      </span>
      <MapMenu {...offer} map={map} privilege={null} />
    </li>
  );
}
