import { type Box, fitShapes, type Pixel } from '../../domain/cards/fit-shapes.ts';
import type { OpenPlace } from '../../domain/open/open-parcours.ts';
import { type Markup, markup } from '../html.ts';

const WIDTH = 480;
const HEIGHT = 320;
const PADDING = 36;
/** Where places are drawn in a picture, away from its edges. */
export const PICTURE_BOX: Box = { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING };
/** A map of more places has no numbers: they would cover one another. */
const NUMBERED_MAX = 40;
export const NUMBER_RADIUS = 15;
const DOT_RADIUS = 6;
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
  const { dots, zones, middles } = fitShapes(drawn, PICTURE_BOX);
  const isNumbered = shapes.length <= NUMBERED_MAX && drawn.length === shapes.length;
  // The first places are drawn last, over the others.
  const numbers = middles.map((at, index) => drawNumber(at, places[index]?.number ?? null)).reverse();
  const plain = dots.map((at) => drawNumber(at, null));
  const drawing = markup`${zones.map((path) => markup`<path d="${path}" fill-rule="evenodd"/>`)}${isNumbered ? numbers : plain}`;
  return framePicture(markup`role="img" aria-label="${label}"`, drawing);
}

/** Draws a number in a circle; null as a dot. */
export function drawNumber([x, y]: Pixel, number: number | null): Markup {
  if (number === null) return markup`<circle cx="${x}" cy="${y}" r="${DOT_RADIUS}"/>`;
  return markup`<circle cx="${x}" cy="${y}" r="${NUMBER_RADIUS}"/><text x="${x}" y="${y}">${number}</text>`;
}

/** Makes a picture of a drawing. @param says its attributes for people who don't see it */
export function framePicture(says: Markup, drawing: Markup): Markup {
  return markup`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" ${says}>
${drawing}</svg>`;
}
