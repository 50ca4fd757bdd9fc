import { ArrowUp } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { places } from '../places/places.ts';
import { printName } from '../places/untitled-words.ts';
import { compass, facingDeg } from '../position/compass-service.ts';
import { location } from '../position/location.ts';
import { awayFrom, isHere, wayTo } from '../position/way.ts';
import { printAway } from '../ui/number-words.ts';
import { printDirection, printPoint } from './nearby/nearby-words.ts';
import { nextNear } from './nearby/next-near.ts';
import styles from './walk-pill.module.css';
import { walkStrings } from './walk-words.ts';

/** The next story of a walk, with the way to its place. Renders nothing if none is left. */
export function NextNear() {
  const { placeId } = useSnapshot(nextNear);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  const next = list.find(({ id }) => id === placeId);
  if (fix === null || next === undefined) return null;
  const name = printName(next.appelation);
  const away = awayFrom(fix, next.feature);
  return (
    <span className={styles.next}>
      {/* Within the error of the position it could be in any direction. */}
      {away.distanceM > fix.accuracyM && <Pointer bearingDeg={wayTo(fix, next.feature).bearingDeg} />}
      <span className={styles.nextWords}>
        {isHere(away) ? walkStrings.nextHere(name) : walkStrings.next(name, printAway(away))}
      </span>
    </span>
  );
}

/** An arrow relative to the direction that the person faces; a point of the compass if that is unknown. */
function Pointer({ bearingDeg }: { readonly bearingDeg: number }) {
  const { fix } = useSnapshot(location);
  const { headingDeg } = useSnapshot(compass);
  const facing = facingDeg(fix, headingDeg);
  return (
    <span className={styles.pointer} role="img" aria-label={printDirection(bearingDeg)}>
      {facing === null ? (
        printPoint(bearingDeg)
      ) : (
        <ArrowUp size={16} aria-hidden style={{ rotate: `${Math.round(bearingDeg - facing)}deg` }} />
      )}
    </span>
  );
}
