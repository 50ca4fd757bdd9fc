import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { Position } from '../../../contracts/geo.ts';

/** About two lines on the map, three if words are long, in widths of a Latin letter. */
const NAME_WIDTH = 40;
/** The longest unbreakable part, in the same widths. */
const WORD_WIDTH = 22;
/** A shorter start of a word is meaningless. */
const STUMP_WIDTH = 8;
/** A text can be broken after these. */
const BREAKS = /(?<=[\s\-\u2010\u2013\u2014/])/u;
/** Twice as wide as a Latin letter: scripts of East Asia, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
/** Texts of Latin letters, one width each. */
const PLAIN = /^[ -~\u00a0-\u024f\u2010-\u2026]*$/u;
const ELLIPSIS = '…';
/** Farther from our place, a label with the same name refers to something else. */
const SAME_NAME_M = 300;

/** A letter as readers see it: with its accents, or a whole emoji. Browsers may lack `Intl.Segmenter`. */
const LETTERS =
  /\p{Regional_Indicator}{2}|.(?:\p{M}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})*/gsu;

/** Returns a displayed name for the map: complete if short, otherwise cut after a word to three lines at most. */
export function mapName(name: string): string {
  const whole = name.trim().replaceAll(/\s+/gu, ' ');
  if (2 * whole.length <= NAME_WIDTH) return whole;
  const words = whole.split(BREAKS);
  let short = '';
  let left = NAME_WIDTH;
  for (const word of words) {
    const width = widthOf(word.trimEnd());
    // Between wide letters a line can be broken.
    const most = WIDE.test(word) ? NAME_WIDTH : WORD_WIDTH;
    const room = Math.min(most, left);
    if (width > most && room >= STUMP_WIDTH) return endIn(short + takeWidth(word, room - 1));
    if (width > left) return endIn(short);
    short += word;
    left -= widthOf(word);
  }
  return short;
}

function endIn(name: string): string {
  return name.replace(/[\s\-\u2010\u2013\u2014/,;:.(«“]+$/u, '') + ELLIPSIS;
}

function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return lettersOf(text).reduce((width, letter) => width + letterWidth(letter), 0);
}

function lettersOf(text: string): readonly string[] {
  return text.match(LETTERS) ?? [];
}

function letterWidth(letter: string): number {
  return WIDE.test(letter) ? 2 : 1;
}

function takeWidth(text: string, width: number): string {
  let [taken, left] = ['', width];
  for (const letter of lettersOf(text)) {
    left -= letterWidth(letter);
    if (left < 0) break;
    taken += letter;
  }
  return taken;
}

/** A name on the map, and the zoom from which it is shown. */
export interface WrittenName {
  readonly name: string;
  readonly position: Position;
  readonly fromZoom: number;
}

type TextField = NonNullable<SymbolLayerSpecification['layout']>['text-field'];

/**
 * Hides the text of a basemap's label where our own names already show it at these zooms: the same name, whatever its
 * case and apostrophes, near ours.
 *
 * @param text of the basemap; one that depends on the zoom, such as countries' names, stays unchanged
 */
export function withoutNames(text: TextField, names: readonly WrittenName[]): TextField {
  const own = expressionOf(text);
  const zooms = [...new Set(names.map(({ fromZoom }) => fromZoom))].sort((one, other) => one - other);
  if (own === null || zooms.length === 0) return text;
  const steps = zooms.flatMap((zoom): (number | ExpressionSpecification)[] => {
    const written = names.filter(({ fromZoom }) => fromZoom <= zoom);
    return [zoom, ['case', isOneOf(own, written), '', own]];
  });
  return ['step', ['zoom'], own, ...steps] as ExpressionSpecification;
}

function isOneOf(own: ExpressionSpecification, names: readonly WrittenName[]): ExpressionSpecification {
  const spellings = [...new Set(names.flatMap(({ name }) => spellingsOf(name)))];
  const coordinates = names.map(({ position }) => [...position]);
  const isNear: ExpressionSpecification = ['<=', ['distance', { type: 'MultiPoint', coordinates }], SAME_NAME_M];
  return ['case', ['match', ['downcase', ['to-string', own]], spellings, true, false], isNear, false];
}

function spellingsOf(name: string): string[] {
  const small = name.trim().toLowerCase();
  return ["'", '’'].map((apostrophe) => small.replaceAll(/['’ʼ]/gu, apostrophe));
}

/** Converts tokens of old styles (`{name}`) to expressions; null for texts that can't be part of another expression. */
function expressionOf(text: TextField): ExpressionSpecification | null {
  if (typeof text === 'string') {
    const parts = text.split(/\{([^{}]+)\}/u).map((part, at) => (at % 2 === 1 ? ['to-string', ['get', part]] : part));
    return parts.length > 1 ? (['concat', ...parts] as ExpressionSpecification) : null;
  }
  // Functions of old styles are objects.
  if (!Array.isArray(text) || JSON.stringify(text).includes('["zoom"]')) return null;
  return text as ExpressionSpecification;
}
