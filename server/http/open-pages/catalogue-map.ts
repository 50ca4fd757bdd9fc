import { publicPath } from '../../../contracts/open-parcours.ts';
import { fitShapes, type Pixel } from '../../domain/cards/fit-shapes.ts';
import type { CatalogueEntry } from '../../domain/open/catalogue.ts';
import { type Markup, markup } from '../html.ts';
import { drawNumber, framePicture, moveApart, PICTURE_BOX } from './places-picture.ts';

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
