import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { ROOT } from '../run.mjs';

/**
 * `node scripts/make/fonts.mjs`: writes the parts of the two fonts that the project needs (both under the SIL Open Font
 * License 1.1):
 *
 * - `app/ui/fonts/*.woff2`: the letters of French and English with the weights that the app uses, for its pages;
 * - `server/domain/cards/outlines.json`: these and more Latin letters as outlines, with which the server draws text
 *   into pictures, because a server has no fonts installed.
 */

/** Inclusive ranges of code points: Latin 1 without controls, OE and Y diaeresis, punctuation, the euro, arrows. */
const FRENCH = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x152, 0x153],
  [0x178, 0x178],
  [0x2009, 0x200a],
  [0x2010, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];
/** The other European languages with Latin letters. */
const LATIN = [...FRENCH, [0x100, 0x17f], [0x218, 0x21b], [0x1e80, 0x1e85], [0x1ef2, 0x1ef3]];

const FONTS = [
  // For the facts in pictures, which are our own texts.
  { name: 'figtree', weights: { min: 400, max: 700 }, outlined: 600, drawn: FRENCH },
  // For the titles of parcours in pictures.
  { name: 'fraunces', weights: { min: 500, max: 700 }, outlined: 600, drawn: LATIN },
];

/** A kerning smaller than this fraction of the em is invisible in a picture. */
const KERNING_MIN_EM = 0.004;

mkdirSync(`${ROOT}app/ui/fonts`, { recursive: true });
/** @type {Record<string, unknown>} */
const outlines = {};
for (const { name, weights, outlined, drawn } of FONTS) {
  const source = readFileSync(fontFile(name, 'latin'));
  const subset = await subsetFont(source, charactersOf(FRENCH).join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: ['kern', 'mark', 'mkmk', 'tnum', 'liga', 'calt', 'ccmp', 'locl'],
  });
  writeFileSync(`${ROOT}app/ui/fonts/${name}.woff2`, subset);
  console.log(`${name}.woff2: ${source.length} -> ${subset.length} bytes`);
  outlines[name] = await outlinesOf(name, outlined, drawn);
}
const json = JSON.stringify(outlines);
writeFileSync(`${ROOT}server/domain/cards/outlines.json`, `${json}\n`);
console.log(`outlines.json: ${json.length} bytes`);

/**
 * @param {string} name
 * @param {'latin' | 'latin-ext'} subset
 */
function fontFile(name, subset) {
  return `${ROOT}node_modules/@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`;
}

/** @param {readonly (readonly number[])[]} ranges */
function charactersOf(ranges) {
  return ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
}

/**
 * Returns the glyphs of a font in thousandths of an em, y down: for each character its advance and its path, and the
 * kerning of pairs of French letters.
 *
 * @param {string} name
 * @param {number} weight
 * @param {readonly (readonly number[])[]} drawn ranges of code points
 */
async function outlinesOf(name, weight, drawn) {
  /** @type {Record<string, [number, string]>} */
  const glyphs = {};
  /** @type {Record<string, number>} */
  const kerning = {};
  for (const subset of /** @type {const} */ (['latin', 'latin-ext'])) {
    const file = await subsetFont(readFileSync(fontFile(name, subset)), undefined, {
      keepAllGlyphs: true,
      targetFormat: 'truetype',
    });
    const face = new hb.Face(new hb.Blob(new Uint8Array(file)));
    const font = new hb.Font(face);
    font.setVariations([new hb.Variation('wght', weight)]);
    const known = new Set(face.collectUnicodes());
    const scale = 1000 / face.upem;
    const characters = charactersOf(drawn).filter((character) => known.has(character.codePointAt(0) ?? 0));
    for (const character of characters) {
      const [glyph] = shaped(font, character);
      if (glyph === undefined || character in glyphs) continue;
      glyphs[character] = [Math.round(glyph.advance * scale), scaledPath(font.glyphToPath(glyph.id), scale)];
    }
    if (subset !== 'latin') continue;
    const letters = characters.filter((character) => /[\p{L}\p{N}.,'’-]/u.test(character));
    for (const left of letters) {
      for (const right of letters) {
        const pair = shaped(font, left + right);
        const [first] = pair;
        if (pair.length !== 2 || first === undefined) continue;
        const moved = Math.round(first.advance * scale) - (glyphs[left]?.[0] ?? 0);
        if (Math.abs(moved) >= KERNING_MIN_EM * 1000) kerning[left + right] = moved;
      }
    }
  }
  return { glyphs, kerning };
}

/**
 * @param {hb.Font} font
 * @param {string} text
 */
function shaped(font, text) {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer, [new hb.Feature('liga', 0)]);
  const advances = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map((info, index) => ({ id: info.codepoint, advance: advances[index]?.xAdvance ?? 0 }));
}

/**
 * @param {string} path in font units, y up
 * @param {number} scale
 */
function scaledPath(path, scale) {
  return path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, x, y) => `${Math.round(x * scale)} ${Math.round(-y * scale)}`);
}
