import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../project-root.ts';

/** The two fonts of pictures: one for titles, one for facts. */
export type Face = 'fraunces' | 'figtree';

/** A font as `scripts/make/fonts.mjs` writes it, in thousandths of an em, with y downwards. */
interface Outlines {
  /** Advance and path by character. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>;
  /** The distance to add between two characters. */
  readonly kerning: Readonly<Record<string, number>>;
}

const EM = 1000;
const ELLIPSIS = '…';

let loaded: Readonly<Record<Face, Outlines>> | undefined;

/** Loads the outlines when the first text is drawn: they take about 400 kB. */
function outlinesOf(face: Face): Outlines {
  loaded ??= JSON.parse(readFileSync(join(projectRoot(), 'server/domain/cards/outlines.json'), 'utf8'));
  if (loaded === undefined) throw new Error('Expected outlines of fonts, got nothing');
  return loaded[face];
}

/**
 * Returns the part of a text that a font can draw: letters with unknown accents lose their accents, unknown characters
 * (emoji, other scripts) are left out.
 */
export function drawable(text: string, face: Face): string {
  const { glyphs } = outlinesOf(face);
  const known = Array.from(text.normalize('NFC').replace(/\s+/gu, ' '), (character) => {
    if (character in glyphs) return character;
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '');
    return plain in glyphs ? plain : '';
  });
  return known.join('').replace(/ +/g, ' ').trim();
}

/** Returns the width of a drawable text at this size. */
export function widthOf(text: string, face: Face, sizePx: number): number {
  return placed(text, face).width * (sizePx / EM);
}

/** Returns the SVG of a drawable text whose baseline begins at `x`, `y`. */
export function drawText(
  text: string,
  face: Face,
  {
    x,
    y,
    sizePx,
    colour,
  }: { readonly x: number; readonly y: number; readonly sizePx: number; readonly colour: string },
): string {
  const { glyphs } = outlinesOf(face);
  const paths = placed(text, face).glyphs.map(
    ([character, at]) => `<path transform="translate(${at})" d="${glyphs[character]?.[1] ?? ''}"/>`,
  );
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${sizePx / EM})">${paths.join('')}</g>`;
}

/** A text broken into lines, at a size at which it fits. */
interface FittedText {
  readonly sizePx: number;
  readonly lines: readonly string[];
}

/**
 * Breaks a drawable text at spaces into lines no wider than `widthPx`, at the largest of the sizes that needs at most
 * `linesMax`. At the smallest size, text that is too long is cut, with an ellipsis.
 */
export function fitText(
  text: string,
  face: Face,
  {
    widthPx,
    linesMax,
    sizesPx,
  }: { readonly widthPx: number; readonly linesMax: number; readonly sizesPx: readonly [number, ...number[]] },
): FittedText {
  for (const sizePx of sizesPx) {
    const lines = wrap(text, face, sizePx, widthPx);
    if (lines.length <= linesMax && lines.every((line) => widthOf(line, face, sizePx) <= widthPx)) {
      return { sizePx, lines };
    }
  }
  const sizePx = sizesPx.at(-1) ?? sizesPx[0];
  const lines = wrap(text, face, sizePx, widthPx);
  const shown = lines.slice(0, linesMax).map((line) => cut(line, face, sizePx, widthPx, false));
  if (lines.length > linesMax) shown[linesMax - 1] = cut(lines[linesMax - 1] ?? '', face, sizePx, widthPx, true);
  return { sizePx, lines: shown };
}

function wrap(text: string, face: Face, sizePx: number, widthPx: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, face, sizePx) <= widthPx) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

function cut(line: string, face: Face, sizePx: number, widthPx: number, goesOn: boolean): string {
  if (!goesOn && widthOf(line, face, sizePx) <= widthPx) return line;
  let rest = line;
  while (rest !== '' && widthOf(rest + ELLIPSIS, face, sizePx) > widthPx) rest = rest.slice(0, -1).trimEnd();
  return rest + ELLIPSIS;
}

/** Returns the start of each character and the end of the text, in thousandths of an em. */
function placed(text: string, face: Face): { glyphs: [character: string, at: number][]; width: number } {
  const { glyphs, kerning } = outlinesOf(face);
  const result: [string, number][] = [];
  let at = 0;
  let before = '';
  for (const character of text) {
    at += kerning[before + character] ?? 0;
    result.push([character, at]);
    at += glyphs[character]?.[0] ?? 0;
    before = character;
  }
  return { glyphs: result, width: at };
}
