import { PlaceId } from './vocabulary.ts';

/** Without vowels, so that codes aren't words, and with one sign of each group that look alike. */
const SIGNS = '23456789CDFHJKMNPRTVWX';
const BASE = SIGNS.length;

/** The signs that are read as another one, because on a wall they look like it. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ O: 'D', '0': 'D', Q: 'D', I: '7', L: '7', '1': '7' },
  ...{ B: '8', S: '5', Z: '2', G: '6', U: 'V' },
};

/** Codes of four to six signs suffice for 118 million places; those of seven lead further than any id. */
const [LENGTH_MIN, LENGTH_MAX] = [4, 7];

/** Without a common factor with the signs' number; the product with any code's number is an exact integer. */
const FACTOR = 1_300_489;
const SHIFT = 7919;

/** The longest text that is read as a code: with spaces or hyphens between its signs. */
export const TYPED_CODE_MAX = 2 * LENGTH_MAX;

/**
 * Returns the code of a place, which is printed on walls: computed from the id, and never to be changed. It has four
 * to six signs up to id 118,767,792, then seven.
 */
export function placeCode(id: PlaceId): string {
  let rest: number = id - 1;
  for (let length = LENGTH_MIN; ; length++) {
    const count = BASE ** length;
    if (rest < count) return write(shuffle(reverse(shuffle(rest, count), length), count), length);
    rest -= count;
  }
}

/**
 * Returns the place of a code as people type it: in small letters, with spaces and hyphens, with signs that look like
 * the right ones. Null if no place can have it.
 */
export function readPlaceCode(text: string): PlaceId | null {
  const signs = [...text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')].map((sign) => LOOK_ALIKES[sign] ?? sign);
  const { length } = signs;
  if (length < LENGTH_MIN || length > LENGTH_MAX || signs.some((sign) => !SIGNS.includes(sign))) return null;
  const count = BASE ** length;
  let id = unshuffle(reverse(unshuffle(readSigns(signs), count), length), count) + 1;
  for (let shorter = LENGTH_MIN; shorter < length; shorter++) id += BASE ** shorter;
  const place = PlaceId.parse(id);
  // Larger numbers become an id that no place has.
  return place === id ? place : null;
}

/** Spreads neighbours: each sign comes to depend on those after it, and {@link reverse} turns that around. */
function shuffle(number: number, count: number): number {
  return (number * FACTOR + SHIFT) % count;
}

function unshuffle(number: number, count: number): number {
  const product = (BigInt(number - SHIFT) * inverse(BigInt(FACTOR), BigInt(count))) % BigInt(count);
  return (Number(product) + count) % count;
}

/** The number whose product with `factor` leaves 1 when divided by `count`, by Euclid's algorithm. */
function inverse(factor: bigint, count: bigint): bigint {
  let [before, now] = [count, factor % count];
  let [coefficient, next] = [0n, 1n];
  while (now !== 0n) {
    const times = before / now;
    [before, now] = [now, before - times * now];
    [coefficient, next] = [next, coefficient - times * next];
  }
  return coefficient;
}

function reverse(number: number, length: number): number {
  return readSigns([...write(number, length)].reverse());
}

function write(number: number, length: number): string {
  let [rest, text] = [number, ''];
  for (let at = 0; at < length; at++) {
    text = SIGNS.charAt(rest % BASE) + text;
    rest = Math.floor(rest / BASE);
  }
  return text;
}

function readSigns(signs: readonly string[]): number {
  return signs.reduce((sum, sign) => sum * BASE + SIGNS.indexOf(sign), 0);
}
