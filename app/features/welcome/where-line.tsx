import { MapPin } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { location } from '../../state/position/location.ts';
import { farAway, wayTo } from '../../state/walk/nearby/far-away.ts';
import { welcomeStrings as words } from '../../words/welcome.ts';
import styles from './welcome.module.css';

/** Nearer than this, by what a phone's position is off, the walker is there. */
const THERE_M = 30;

/** How far away the parcours is; nothing while the position is unknown. */
export function WhereLine({ list }: { readonly list: readonly Place[] }) {
  const { fix, isFalse } = useSnapshot(location);
  if (fix === null || isFalse || list.length === 0) return null;
  const far = farAway(list, fix);
  const distanceM = Math.min(...list.map(({ feature }) => wayTo(fix, feature).distanceM));
  const where = far !== null ? words.far(far.distanceM) : distanceM <= THERE_M ? words.inside : words.near(distanceM);
  return (
    <p role="status" className={styles.where}>
      <MapPin size={18} aria-hidden />
      <span>{where}</span>
    </p>
  );
}
