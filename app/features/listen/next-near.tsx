import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { location } from '../../state/position/location.ts';
import { distanceToM, likelyNext } from '../../state/walk/likely-next.ts';
import { listening } from '../../state/walk/listening.ts';
import { walkStrings } from '../../words/listen/walk.ts';
import { printName } from '../../words/untitled.ts';
import styles from './walk-pill.module.css';

/** Within a quarter of an hour's walk, a place is named as the next one. */
const NEXT_REACH_M = 1000;

/** On a walk, the next story near by and the distance to its place. Renders nothing when none is left. */
export function NextNear() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  if (fix === null) return null;
  const isHere = new Set(walk.here.map(({ placeId }) => placeId));
  const unheard = list.filter(
    ({ id, media }) => media !== null && id !== walk.selected && !isHere.has(id) && !walk.spent.includes(id),
  );
  const [next] = likelyNext(unheard, fix, 1, NEXT_REACH_M);
  if (next === undefined) return null;
  return (
    <span className={styles.next}>{walkStrings.next(printName(next.appelation), distanceToM(fix, next.feature))}</span>
  );
}
