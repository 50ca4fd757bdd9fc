import type { Geometry } from '../../../contracts/geo.ts';
import { fitShapes } from '../../domain/cards/fit-shapes.ts';
import { type Markup, markup } from '../html.ts';

const WIDTH = 640;
const HEIGHT = 320;
const PADDING = 36;
/** A map of more dots draws smaller ones. */
const MANY_DOTS = 60;
/** Positions of zones in a picture; more would not be seen, and the page has to carry them. */
const POSITIONS_MAX = 4000;

/** Draws where places lie, north up, as an inline picture in the page's colours. @param label what it shows */
export function drawPlaces(shapes: readonly Geometry[], label: string): Markup {
  let positions = 0;
  const drawn = shapes.filter((shape) => {
    positions += shape.type === 'Point' ? 1 : shape.coordinates.flat().length;
    return positions <= POSITIONS_MAX;
  });
  const box = { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING };
  const { dots, zones } = fitShapes(drawn, box);
  const radius = dots.length > MANY_DOTS ? 5 : 8;
  return markup`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${zones.map((path) => markup`<path d="${path}" fill-rule="evenodd"/>`)}${dots.map(
  ([x, y]) => markup`<circle cx="${x}" cy="${y}" r="${radius}"/>`,
)}</svg>`;
}
