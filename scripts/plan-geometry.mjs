/** Small tools for drawing a plan by hand: a grid over the centre of Paris, offsets in metres, curves through points. */

/** @typedef {[number, number]} Spot a grid position: 1e-5 degrees east of 2.3 E and north of 48.8 N */

const METRES_X = 0.7325;
const METRES_Y = 1.112;

/**
 * Reads a line of grid positions from its short form: one line of a drawing on one line of the file.
 *
 * @param {string} text such as `'4143,5727 4300,5704'`
 * @returns {Spot[]}
 */
export const spots = (text) =>
  text.split(' ').map((pair) => {
    const [x = Number.NaN, y = Number.NaN] = pair.split(',').map(Number);
    return [x, y];
  });

/**
 * A grid position as GeoJSON wants it.
 *
 * @param {Spot} spot
 * @returns {[number, number]} `[lng, lat]`, to the decimetre
 */
export const toLngLat = ([x, y]) => [Number((2.3 + x / 1e5).toFixed(6)), Number((48.8 + y / 1e5).toFixed(6))];

/**
 * Makes a frame with its own origin and turn, so that a building can be drawn along its own axes.
 *
 * @param {Spot} origin
 * @param {number} turnDeg of the frame's first axis, counter-clockwise from east
 * @returns {(alongM: number, acrossM: number) => Spot}
 */
export function frame([x, y], turnDeg) {
  const cos = Math.cos((turnDeg * Math.PI) / 180);
  const sin = Math.sin((turnDeg * Math.PI) / 180);
  return (a, b) => [x + (a * cos - b * sin) / METRES_X, y + (a * sin + b * cos) / METRES_Y];
}

/**
 * @param {Spot} centre
 * @param {number} widthM
 * @param {number} depthM
 * @param {number} turnDeg
 * @returns {Spot[]} an open ring
 */
export function box(centre, widthM, depthM, turnDeg) {
  const at = frame(centre, turnDeg);
  const [w, d] = [widthM / 2, depthM / 2];
  return [at(-w, -d), at(w, -d), at(w, d), at(-w, d)];
}

/**
 * Moves a line sideways.
 *
 * @param {Spot[]} line
 * @param {number} distanceM to the left of its direction; negative: to the right
 * @returns {Spot[]}
 */
export function offset(line, distanceM) {
  return line.map(([x, y], i) => {
    const [fromX, fromY] = line[Math.max(0, i - 1)] ?? [x, y];
    const [toX, toY] = line[Math.min(line.length - 1, i + 1)] ?? [x, y];
    const east = (toX - fromX) * METRES_X;
    const north = (toY - fromY) * METRES_Y;
    const length = Math.hypot(east, north);
    return [x - (north / length) * (distanceM / METRES_X), y + (east / length) * (distanceM / METRES_Y)];
  });
}

/**
 * A smooth line through all the given points (Catmull-Rom), four steps between two of them.
 *
 * @param {Spot[]} line
 * @returns {Spot[]}
 */
export function curve(line) {
  if (line.length < 3) return line;
  const last = line.length - 1;
  /** @param {number} i @returns {Spot} */
  const at = (i) => line[Math.min(last, Math.max(0, i))] ?? [0, 0];
  /** @type {Spot[]} */
  const smooth = [];
  for (let i = 0; i < last; i += 1) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 0; step < 4; step += 1) {
      const t = step / 4;
      /** @param {0 | 1} axis */
      const on = (axis) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
      smooth.push([on(0), on(1)]);
    }
  }
  return [...smooth, at(last)];
}

/**
 * @param {string} kind what the style's layers choose by
 * @param {Record<string, string | number>} properties
 * @param {Spot[]} spots
 */
export function line(kind, properties, spots) {
  return feature(kind, properties, { type: 'LineString', coordinates: spots.map(toLngLat) });
}

/**
 * @param {string} kind
 * @param {Record<string, string | number>} properties
 * @param {Spot[]} outer an open ring, in either direction
 * @param {...Spot[]} holes open rings
 */
export function area(kind, properties, outer, ...holes) {
  const rings = [wound(outer, true), ...holes.map((hole) => wound(hole, false))];
  return feature(kind, properties, { type: 'Polygon', coordinates: rings.map((ring) => ring.map(toLngLat)) });
}

/**
 * @param {string} kind
 * @param {Record<string, string | number>} properties
 * @param {Spot} spot
 */
export function mark(kind, properties, spot) {
  return feature(kind, properties, { type: 'Point', coordinates: toLngLat(spot) });
}

/**
 * @param {string} kind
 * @param {Record<string, string | number>} properties
 * @param {object} geometry
 */
function feature(kind, properties, geometry) {
  return { type: 'Feature', properties: { kind, ...properties }, geometry };
}

/**
 * @param {Spot[]} ring
 * @param {boolean} counterClockwise
 * @returns {Spot[]} the ring closed and wound as asked
 */
function wound(ring, counterClockwise) {
  const first = ring[0];
  if (!first) throw new Error('Expected a ring of at least 3 positions, got none');
  const closed = [...ring, first];
  const doubleArea = closed.slice(1).reduce((sum, [x, y], i) => {
    const [lastX, lastY] = closed[i] ?? first;
    return sum + lastX * y - x * lastY;
  }, 0);
  return doubleArea > 0 === counterClockwise ? closed : closed.reverse();
}
