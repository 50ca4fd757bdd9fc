import { MapPin } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import { location } from '../position/location.ts';
import styles from './welcome.module.css';
import { describeWhere } from './where-words.ts';

/** Distance and direction of the parcours; nothing while the position is unknown. */
export function WhereLine({ list }: { readonly list: readonly Place[] }) {
  const { fix, isFalse } = useSnapshot(location);
  const where = fix === null || isFalse ? null : describeWhere(list, fix);
  if (where === null) return null;
  return (
    <p role="status" className={styles.where}>
      <MapPin size={18} aria-hidden />
      <span>{where}</span>
    </p>
  );
}
