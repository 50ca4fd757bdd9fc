import { Check } from 'lucide-react';
import { formatTime } from '../../platform/page/time.ts';
import { isHere } from '../../position/distance.ts';
import { formatAway } from '../../ui/number-words.ts';
import { nearbyStrings } from '../../walk/nearby/nearby-words.ts';
import { mapStrings } from '../map-words.ts';
import styles from './place-list.module.css';
import type { ListedPlace } from './place-order.ts';

/** A place's distance, the length of its story, and whether it was heard or begun. */
export function PlaceFacts({
  listed: { place, away },
  isHeard,
  begunAtMs,
}: {
  readonly listed: ListedPlace;
  readonly isHeard: boolean;
  /** Where its story stopped, if it began but was not heard; null otherwise. */
  readonly begunAtMs: number | null;
}) {
  const lengthS = place.media?.data.length ?? null;
  const kind = place.feature.type === 'Point' ? mapStrings.pointKind : mapStrings.zoneKind;
  return (
    <span className={styles.facts}>
      {/* The icon shows it visually. */}
      <span className="visually-hidden">{kind}</span>
      {away === null ? null : (
        <span>{isHere(away) ? nearbyStrings.here : nearbyStrings.atDistance(formatAway(away))}</span>
      )}
      {lengthS === null ? null : (
        <span>
          <span className="visually-hidden">{nearbyStrings.length} </span>
          {formatTime(lengthS)}
        </span>
      )}
      {begunAtMs === null ? null : <span>{nearbyStrings.isBegun(formatTime(begunAtMs / 1000))}</span>}
      {isHeard && (
        <span className={styles.heard}>
          <Check size={14} aria-hidden />
          {nearbyStrings.isHeard}
        </span>
      )}
    </span>
  );
}
