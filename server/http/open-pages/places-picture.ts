import { type Box, fitShapes, type Pixel } from '../../domain/cards/fit-shapes.ts';
import type { OpenPlace } from '../../domain/open/open-parcours.ts';
import { type Markup, markup } from '../html.ts';

const WIDTH = 480;
const HEIGHT = 320;
const PADDING = 36;
/** Where places are drawn in a picture, away from its edges. */
export const PICTURE_BOX: Box = { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING };
/** A map of more places has no numbers: there would be no room for them. */
const NUMBERED_MAX = 40;
const NUMBER_RADIUS = 15;
const DOT_RADIUS = 6;
/** Numbers that are nearer to each other are moved apart, to be read and tapped. */
const NUMBERS_APART = 2 * NUMBER_RADIUS + 2;
/** How exactly a free position is searched for. */
const SEARCH_STEP = 6;
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
  const numbers = moveApart(isNumbered ? middles : []).map((at, index) =>
    drawNumber(at, places[index]?.number ?? null),
  );
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

/** Returns for each position the nearest one, in the picture, at which a number covers none of those before it. */
export function moveApart(positions: readonly Pixel[]): Pixel[] {
  const taken: Pixel[] = [];
  for (const at of positions) taken.push(findFree(at, taken) ?? at);
  return taken;
}

function findFree(at: Pixel, taken: readonly Pixel[]): Pixel | undefined {
  const isFree = ([x, y]: Pixel): boolean =>
    isInside([x, y]) && taken.every((other) => Math.hypot(x - other[0], y - other[1]) >= NUMBERS_APART);
  for (let away = 0; away < PICTURE_BOX.width; away += SEARCH_STEP) {
    const candidates = 1 + Math.floor((2 * Math.PI * away) / SEARCH_STEP);
    for (let index = 0; index < candidates; index++) {
      const angle = (2 * Math.PI * index) / candidates;
      const candidate: Pixel = [Math.round(at[0] + away * Math.cos(angle)), Math.round(at[1] + away * Math.sin(angle))];
      if (isFree(candidate)) return candidate;
    }
  }
  return undefined;
}

function isInside([x, y]: Pixel): boolean {
  const { x: left, y: top, width, height } = PICTURE_BOX;
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
