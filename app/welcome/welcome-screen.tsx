import { ChevronRight, MapPin } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Parcours } from '../../contracts/parcours.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { Place } from '../../contracts/place.ts';
import { lngNear } from '../../contracts/rings.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { allowDrops } from '../drops/drop-mode.ts';
import { welcome } from '../parcours/invite/welcome.ts';
import { describeFreedom, formatPlaceName } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import type { LngLat } from '../position/coordinates.ts';
import { location } from '../position/location.ts';
import { useParcoursName } from '../tellings/parcours-name.ts';
import { type PickedPlace, picked } from '../tellings/picked.ts';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout.module.css';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { writtenIn } from '../ui/written-in.ts';
import { FactsRow } from './facts-row.tsx';
import { parcoursFacts } from './parcours-facts.ts';
import styles from './welcome.module.css';
import { WelcomeActs } from './welcome-acts.tsx';
import { describeWhere, welcomeStrings as words } from './welcome-words.ts';

/**
 * The welcome to a parcours just joined: what it is, and one button to begin.
 *
 * @param picture its URL, if it has one
 * @param about what visitors should know, and the choice of a version
 */
export function WelcomeScreen({
  map,
  role,
  picture,
  about,
}: {
  readonly map: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege'>;
  readonly role: Role;
  readonly picture: string | null;
  readonly about?: ReactNode;
}) {
  const { list } = useSnapshot(picked);
  const { parcoursIds, status } = useSnapshot(places);
  const named = useParcoursName(map);
  const heading = useArrivalFocus<HTMLHeadingElement>();
  const own = useMemo(() => list.filter((place) => place.map.id === map.id), [list, map.id]);
  const facts = useMemo(() => parcoursFacts(own), [own]);
  const isListed = parcoursIds.includes(map.id) && (status === 'ready' || own.length > 0);
  const isSilent = isListed && facts.stories === 0;
  const drops = mayDrop(role, map.privilege);
  useAllowDrops(drops);

  return (
    <article className={styles.screen}>
      <Picture address={picture} sketch={<WaySketch way={facts.way} />} />
      <div className={styles.text}>
        <header>
          <p className={styles.eyebrow}>{words.eyebrow}</p>
          <h1 ref={heading} tabIndex={-1} lang={named.lang} dir="auto" className={styles.name}>
            {named.name}
          </h1>
        </header>
        <p lang={named.lang} dir="auto" className={styles.description}>
          {named.description}
        </p>
        <FactsRow facts={facts} isListed={isListed} hasFailed={status === 'failed'} mayDrop={drops} />
        {about}
        <Steps list={own} />
        {isSilent ? null : <WhereLine list={own} />}
        {drops ? <p className={styles.how}>{words.howToDrop}</p> : null}
      </div>
      <WelcomeActs parcoursId={map.id} list={own} mayDrop={drops} isSilent={isSilent} />
    </article>
  );
}

/** The picture, or a sketch of the way if there is none or it can't be loaded. */
function Picture({ address, sketch }: { readonly address: string | null; readonly sketch: ReactNode }) {
  const [isBroken, setBroken] = useState(false);
  if (address === null || isBroken) return sketch;
  return <img className={styles.picture} src={address} alt="" onError={() => setBroken(true)} />;
}

/** Distance and direction of the parcours; nothing while the position is unknown. */
function WhereLine({ list }: { readonly list: readonly Place[] }) {
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

/** The names of the numbered places, in their order; without any, that the walk is free. */
function Steps({ list }: { readonly list: readonly PickedPlace[] }) {
  const steps = list.filter(({ step }) => step !== undefined);
  if (steps.length === 0) {
    const free = describeFreedom(list);
    return free === null ? null : <p className={styles.how}>{free}</p>;
  }
  return (
    <details className={classNames(layout.disclosure, styles.steps)}>
      <summary>
        <ChevronRight size={18} aria-hidden />
        {words.steps(steps.length)}
      </summary>
      <ol>
        {steps.map(({ id, appelation, step, language }) => (
          <li key={id} value={step}>
            <span {...writtenIn(language)}>{formatPlaceName(appelation)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const WIDTH = 360;
const HEIGHT = 200;
/** Margin that separates the way from the menu's toggle and the rounded corners. */
const MARGIN = { x: 64, y: 52 };

/** Replaces a missing picture of a parcours by a sketch of its stories and the way past them. Decorative. */
function WaySketch({ way }: { readonly way: readonly LngLat[] }) {
  const points = placeOnSketch(way);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [start] = points;
  return (
    <div className={styles.sketch} aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" role="presentation">
        {points.length > 1 ? <polyline className={styles.way} points={line} /> : null}
        {points.map(([x, y], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have no state, and two may share a spot.
          <circle key={index} className={styles.dot} cx={x} cy={y} r={5} />
        ))}
        {start === undefined ? null : <circle className={styles.start} cx={start[0]} cy={start[1]} r={8} />}
      </svg>
    </div>
  );
}

/** Fits the positions into the sketch, north up, as on a map. */
function placeOnSketch(way: readonly LngLat[]): readonly (readonly [x: number, y: number])[] {
  const [first] = way;
  if (first === undefined) return [];
  const lngScale = Math.cos((first.lat * Math.PI) / 180);
  const flat = way.map(({ lng, lat }) => [lngNear(lng, first.lng) * lngScale, -lat] as const);
  const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const fit = Math.min((WIDTH - 2 * MARGIN.x) / Math.max(wide, 1e-9), (HEIGHT - 2 * MARGIN.y) / Math.max(high, 1e-9));
  // A single spot stays in the middle.
  const scale = wide === 0 && high === 0 ? 0 : fit;
  return flat.map(([x, y]) => [WIDTH / 2 + (x - left - wide / 2) * scale, HEIGHT / 2 + (y - top - high / 2) * scale]);
}

/** Switches drop mode on for people who may drop here since they joined; all others retain their own choice. */
function useAllowDrops(mayDrop: boolean): void {
  const { hasGained } = useSnapshot(welcome);
  useEffect(() => {
    if (mayDrop && hasGained) allowDrops();
  }, [mayDrop, hasGained]);
}
