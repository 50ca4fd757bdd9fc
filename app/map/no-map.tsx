import { MapPinOff } from 'lucide-react';
import { English } from '../ui/english.tsx';
import { nearbyStrings } from '../walk/nearby/nearby-words.ts';
import styles from './no-map.module.css';

/** Replaces the map: shows why there is none, and what works without it. */
export function NoMap({ reason }: { readonly reason: string }) {
  return (
    <div className={styles.ground}>
      <div className={styles.words}>
        <MapPinOff size={28} aria-hidden />
        <p className={styles.reason}>
          <English>{reason}</English>
        </p>
        <p>{nearbyStrings.noMapHelp}</p>
      </div>
    </div>
  );
}
