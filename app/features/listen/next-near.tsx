import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { location } from '../../state/position/location.ts';
import { distanceToM, likelyNext } from '../../state/walk/likely-next.ts';
import { listening } from '../../state/walk/listening.ts';
import { strings } from '../../words/strings.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import styles from './walk-pill.module.css';

/** A place this near is named as the one to come next: a quarter of an hour's walk. */
const NEXT_REACH_M = 1000;

/** On a walk, which story is near next and how far away its place is; nothing where none is left near by. */
export function NextNear() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  if (fix === null) return null;
  const isHere = new Set(walk.here.map(({ placeId }) => placeId));
  const left = list.filter(
    ({ id, media }) => media !== null && id !== walk.selected && !isHere.has(id) && !walk.heard.includes(id),
  );
  const [next] = likelyNext(left, fix, 1, NEXT_REACH_M);
  if (next === undefined) return null;
  const name = next.appelation.trim() || UNTITLED_PLACE;
  return <span className={styles.next}>{strings.walk.next(name, distanceToM(fix, next.feature))}</span>;
}
