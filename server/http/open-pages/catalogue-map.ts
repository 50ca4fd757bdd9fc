import { publicPath } from '../../../contracts/open-parcours.ts';
import { fitShapes, type Pixel } from '../../domain/cards/fit-shapes.ts';
import type { CatalogueEntry } from '../../domain/open/catalogue.ts';
import { type Markup, markup } from '../html.ts';
import { drawNumber, framePicture, NUMBER_RADIUS, PICTURE_BOX } from './places-picture.ts';

/** Numbers that are nearer to each other are moved apart, to be read and tapped. */
const NUMBERS_APART = 2 * NUMBER_RADIUS + 2;
/** How exactly a free position is searched for. */
const SEARCH_STEP = 6;
/** A tap so far away from a number is for it: 44 px wide on a phone. */
const TAP_RADIUS = 30;
/** Of dots in a cell of this size, one is drawn. */
const DOT_CELL = 6;

/** A parcours whose beginning is known. */
type Placed = CatalogueEntry & { readonly start: NonNullable<CatalogueEntry['start']> };

/**
 * Draws where parcours begin, north up, each as a link to its page: those that the page lists with their number there, the
 * others as dots. The list has the same links, so the keyboard and screen readers pass over the map.
 *
 * @param found all parcours that were found @param listed those of them that the page lists, in its order
 * @returns null if there is nothing to draw
 */
export function drawCatalogue(found: readonly CatalogueEntry[], listed: readonly CatalogueEntry[]): Markup | null {
  const placed = found.filter((entry): entry is Placed => entry.start !== null);
  if (placed.length === 0) return null;
  const points = placed.map(({ start }) => ({ type: 'Point' as const, coordinates: start }));
  const { middles } = fitShapes(points, PICTURE_BOX);
  const numbers = new Map(listed.map(({ id }, index) => [id, index + 1]));
  const numbered: { readonly entry: Placed; readonly at: Pixel }[] = [];
  const dots: Markup[] = [];
  const cells = new Set<string>();
  for (const [index, entry] of placed.entries()) {
    const at = middles[index];
    if (at === undefined) continue;
    const cell = at.map((value) => Math.round(value / DOT_CELL)).join();
    if (numbers.has(entry.id)) numbered.push({ entry, at });
    else if (!cells.has(cell)) dots.push(link(entry, drawNumber(at, null)));
    cells.add(cell);
  }
  const apart = moveApart(numbered.map(({ at }) => at));
  const around: Markup[] = [];
  const circles: Markup[] = [];
  for (const [index, { entry, at }] of numbered.entries()) {
    const [x, y] = apart[index] ?? at;
    around.push(link(entry, markup`<circle class="tap" cx="${x}" cy="${y}" r="${TAP_RADIUS}"/>`));
    circles.push(link(entry, drawNumber([x, y], numbers.get(entry.id) ?? null)));
  }
  // What is drawn later lies over what was drawn before.
  return framePicture(markup`aria-hidden="true"`, markup`${around}${dots}${circles}`);
}

function link({ slug, name }: CatalogueEntry, drawing: Markup): Markup {
  return markup`<a href="${publicPath(slug)}" tabindex="-1"><title>${name}</title>${drawing}</a>\n`;
}

/** Returns for each position the nearest one, in the picture, at which a number covers none of those before it. */
function moveApart(positions: readonly Pixel[]): Pixel[] {
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
