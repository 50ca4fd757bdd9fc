import type { Geometry } from '../../../contracts/geo.ts';
import type { CardWords } from './card-words.ts';
import { type Box, fitShapes } from './fit-shapes.ts';
import { drawable, drawText, fitText } from './outlined-text.ts';

/** Size of a picture: Facebook, WhatsApp, Slack and others show this size large without cutting. */
export const CARD_WIDTH_PX = 1200;
/** See {@link CARD_WIDTH_PX}. */
export const CARD_HEIGHT_PX = 630;

/** The content of a parcours' picture. */
interface CardContent {
  readonly title: string;
  /** Number of places with a story. */
  readonly stories: number;
  readonly shapes: readonly Geometry[];
}

/** The colours of `app/ui/tokens.css`, in the light theme. */
const PAPER = '#fbf7f0';
const SUNKEN = '#f3ede2';
const INK = '#26242b';
const INK_SOFT = '#5d5964';
const LINE = '#e2d9ca';
const ACCENT = '#b8452b';
const PLACE = '#2563eb';

const MARGIN = 64;
const PANEL: Box = { x: 580, y: 44, width: CARD_WIDTH_PX - 580 - 44, height: CARD_HEIGHT_PX - 88 };
const PANEL_PADDING = 62;
const TEXT_WIDTH = PANEL.x - MARGIN - 44;
const TITLE_SIZES = [84, 74, 64, 56, 48, 42] as const;
const TITLE_LINES_MAX = 4;
const LEADING = 1.12;
const FACTS_SIZE = 32;
/** A title that would lose more than this share of its letters is left out. */
const UNKNOWN_SHARE_MAX = 0.5;

/** Draws the picture of a parcours: its places, its title, and its number of stories. */
export function drawParcoursCard(words: CardWords, { title, stories, shapes }: CardContent): string {
  const facts = stories === 0 ? words.tagline : words.stories(stories);
  return drawCard(words.name, readable(title), facts, drawMap(shapes));
}

/** Draws the picture of the app itself. */
export function drawAppCard(words: CardWords): string {
  const { x, y, width, height } = PANEL;
  const scale = 4.4;
  return drawCard(
    words.name,
    '',
    words.tagline,
    drawMark(x + width / 2 - 32 * scale, y + height / 2 - 36 * scale, scale),
  );
}

/** The width and height of a cover, the least that podcast directories accept. */
const COVER_PX = 1400;

/** Puts a card's picture into the middle of a square one. */
export function drawCover(card: string): string {
  const above = (CARD_WIDTH_PX - CARD_HEIGHT_PX) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${COVER_PX}" height="${COVER_PX}" viewBox="0 0 ${CARD_WIDTH_PX} ${CARD_WIDTH_PX}">
<rect width="${CARD_WIDTH_PX}" height="${CARD_WIDTH_PX}" fill="${PAPER}"/><g transform="translate(0 ${above})">${card}</g></svg>`;
}

/** Returns a title's drawable part; empty if too little of it is left to read. */
function readable(title: string): string {
  const letters = (text: string) => Array.from(text.normalize('NFC')).filter((one) => /[\p{L}\p{N}]/u.test(one)).length;
  const known = drawable(title, 'fraunces');
  return letters(known) < letters(title) * UNKNOWN_SHARE_MAX ? '' : known;
}

function drawCard(name: string, title: string, facts: string, inPanel: string): string {
  const sender =
    title === ''
      ? ''
      : drawMark(MARGIN - 6, 60, 0.78) +
        drawText(name, 'fraunces', { x: MARGIN + 48, y: 100, sizePx: 36, colour: INK });
  const head = title === '' ? drawable(name, 'fraunces') : title;
  const { sizePx, lines } = fitText(head, 'fraunces', {
    widthPx: TEXT_WIDTH,
    linesMax: TITLE_LINES_MAX,
    sizesPx: TITLE_SIZES,
  });
  const factsY = CARD_HEIGHT_PX - MARGIN - 12;
  const lastY = factsY - FACTS_SIZE - 52;
  const titles = lines.map((line, index) =>
    drawText(line, 'fraunces', {
      x: MARGIN,
      y: lastY - (lines.length - 1 - index) * sizePx * LEADING,
      sizePx,
      colour: INK,
    }),
  );
  const factLine = drawText(drawable(facts, 'figtree'), 'figtree', {
    x: MARGIN,
    y: factsY,
    sizePx: FACTS_SIZE,
    colour: INK_SOFT,
  });
  const { x, y, width, height } = PANEL;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH_PX}" height="${CARD_HEIGHT_PX}" viewBox="0 0 ${CARD_WIDTH_PX} ${CARD_HEIGHT_PX}">
<defs><clipPath id="panel"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="36"/></clipPath></defs>
<rect width="${CARD_WIDTH_PX}" height="${CARD_HEIGHT_PX}" fill="${PAPER}"/>
<g clip-path="url(#panel)"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${SUNKEN}"/>${drawContours()}${inPanel}</g>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="36" fill="none" stroke="${LINE}" stroke-width="2"/>
${sender}${titles.join('')}
<rect x="${MARGIN}" y="${factsY - FACTS_SIZE - 16}" width="56" height="5" rx="2.5" fill="${ACCENT}"/>${factLine}
</svg>`;
}

function drawMap(shapes: readonly Geometry[]): string {
  const inner: Box = {
    x: PANEL.x + PANEL_PADDING,
    y: PANEL.y + PANEL_PADDING,
    width: PANEL.width - 2 * PANEL_PADDING,
    height: PANEL.height - 2 * PANEL_PADDING,
  };
  const { dots, zones } = fitShapes(shapes, inner);
  const radius = dots.length > 60 ? 8 : 13;
  const zone = (d: string) =>
    `<path d="${d}" fill="${PLACE}" fill-opacity="0.26" fill-rule="evenodd" stroke="${PLACE}" stroke-width="4" stroke-linejoin="round"/>`;
  const dot = ([x, y]: readonly [number, number]) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${PLACE}" stroke="#ffffff" stroke-width="4"/>`;
  return zones.map(zone).join('') + dots.map(dot).join('');
}

/** Draws the mark of app/public/favicon.svg, whose box is 64 wide and high. */
function drawMark(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path fill="${ACCENT}" d="M32 61C21.500 47.500 11 37.500 11 24.500a21 21 0 0 1 42 0C53 37.500 42.500 47.500 32 61Z"/><path d="M22 21v7M32 14v21M42 19v11" stroke="#ffffff" stroke-width="5" stroke-linecap="round" fill="none"/></g>`;
}

/** Draws contour lines of a hill, as on the login screen. */
function drawContours(): string {
  const [middleX, middleY] = [PANEL.x + PANEL.width * 0.62, PANEL.y + PANEL.height * 0.42];
  const rings = Array.from({ length: 13 }, (_, ring) => {
    const points = Array.from({ length: 72 }, (_, step) => {
      const angle = (step / 72) * 2 * Math.PI;
      const wave = 1 + 0.1 * Math.sin(3 * angle + ring * 0.35) + 0.06 * Math.sin(5 * angle - ring * 0.5);
      const radius = (26 + ring * 36) * wave;
      return `${(middleX + radius * 1.15 * Math.cos(angle)).toFixed(1)} ${(middleY + radius * Math.sin(angle)).toFixed(1)}`;
    });
    return `<path d="M${points.join('L')}Z"/>`;
  });
  return `<g fill="none" stroke="${ACCENT}" stroke-opacity="0.17" stroke-width="2">${rings.join('')}</g>`;
}
