import { lngNear } from '../../contracts/rings.ts';
import type { LngLat } from '../position/coordinates.ts';
import styles from './welcome.module.css';

const WIDTH = 360;
const HEIGHT = 200;
/** Margin that separates the way from the menu's toggle and the rounded corners. */
const MARGIN = { x: 64, y: 52 };

/** Replaces a missing picture of a parcours by a sketch of its stories and the way past them. Decorative. */
export function WaySketch({ way }: { readonly way: readonly LngLat[] }) {
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
