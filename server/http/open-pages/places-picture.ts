import { fitShapes } from '../../domain/cards/fit-shapes.ts';
import type { OpenPlace } from '../../domain/open/open-parcours.ts';
import { type Markup, markup } from '../html.ts';

const WIDTH = 640;
const HEIGHT = 400;
const PADDING = 44;
/** A map of more places has no numbers: they would cover one another. */
const NUMBERED_MAX = 40;
const NUMBER_RADIUS = 17;
/** Positions of zones in a picture; more would not be seen, and the page has to carry them. */
const POSITIONS_MAX = 4000;

/**
 * Draws where places lie, north up, as an inline picture in the page's colours, with their numbers if they are few.
 * @param label what it shows
 */
export function drawPlaces(places: readonly Pick<OpenPlace, 'feature' | 'number'>[], label: string): Markup {
  let positions = 0;
  const shapes = places.map(({ feature }) => feature);
  const drawn = shapes.filter((shape) => {
    positions += shape.type === 'Point' ? 1 : shape.coordinates.flat().length;
    return positions <= POSITIONS_MAX;
  });
  const box = { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING };
  const { dots, zones, middles } = fitShapes(drawn, box);
  const isNumbered = shapes.length <= NUMBERED_MAX && drawn.length === shapes.length;
  // The first places are drawn last, over the others.
  const plainDot = ([x, y]: readonly [number, number]): Markup => markup`<circle cx="${x}" cy="${y}" r="7"/>`;
  const numbers = middles
    .map(([x, y], index) => {
      const number = places[index]?.number ?? null;
      if (number === null) return plainDot([x, y]);
      return markup`<circle cx="${x}" cy="${y}" r="${NUMBER_RADIUS}"/><text x="${x}" y="${y}">${number}</text>`;
    })
    .reverse();
  const plain = dots.map(plainDot);
  return markup`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${zones.map((path) => markup`<path d="${path}" fill-rule="evenodd"/>`)}${isNumbered ? numbers : plain}</svg>`;
}
