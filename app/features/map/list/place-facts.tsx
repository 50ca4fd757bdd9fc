import { Check } from 'lucide-react';
import { printTime } from '../../../platform/page/time.ts';
import { isHere } from '../../../state/position/way.ts';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import { mapStrings } from '../../../words/map.ts';
import { printAway } from '../../../words/numbers.ts';
import styles from './place-list.module.css';
import type { ListedPlace } from './place-order.ts';

/** How far away a place is, how long its story takes, and whether it was heard, or began. */
export function PlaceFacts({
  listed: { place, away },
  isHeard,
  begunAtMs,
}: {
  readonly listed: ListedPlace;
  readonly isHeard: boolean;
  /** Where its story stopped that began and was not heard; null for others. */
  readonly begunAtMs: number | null;
}) {
  const lengthS = place.media?.data.length ?? null;
  const kind = place.feature.type === 'Point' ? mapStrings.pointKind : mapStrings.zoneKind;
  return (
    <span className={styles.facts}>
      {/* The icon shows it. */}
      <span className="visually-hidden">{kind}</span>
      {away === null ? null : (
        <span>{isHere(away) ? nearbyStrings.here : nearbyStrings.atDistance(printAway(away))}</span>
      )}
      {lengthS === null ? null : (
        <span>
          <span className="visually-hidden">{nearbyStrings.length} </span>
          {printTime(lengthS)}
        </span>
      )}
      {begunAtMs === null ? null : <span>{nearbyStrings.isBegun(printTime(begunAtMs / 1000))}</span>}
      {isHeard && (
        <span className={styles.heard}>
          <Check size={14} aria-hidden />
          {nearbyStrings.isHeard}
        </span>
      )}
    </span>
  );
}
