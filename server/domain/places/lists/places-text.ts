import { randomBytes } from 'node:crypto';
import type { PlaceWithMediaRow } from '../../../store/places.ts';
import { pathOfLink } from '../../media/media-links.ts';
import { nextTurn, SLICE_CHARS } from '../../turns.ts';
import { toPlaceAround } from '../place-responses.ts';

/** Places in JSON, printed once for all who may see them: their links lack the query, which differs by session. */
export interface PlacesText {
  /** The places as the elements of an array, with commas between them. */
  readonly bytes: Buffer;
  /** The places' ids, ascending. */
  readonly ids: Int32Array;
  /** Where each place begins in `bytes`. */
  readonly starts: Int32Array;
  /** Where links end in `bytes`, ascending. */
  readonly holes: Int32Array;
  /** Bytes of the places' shapes. */
  readonly shapeBytes: number;
}

/** Stands at the end of each link until its text is cut there. Nobody knows it, so no name of a place contains it. */
const END_OF_LINK = randomBytes(16).toString('base64url');

const COMMA = Buffer.from(',');

/** Prints places in slices, so that other calls don't wait for all. */
export async function printPlaces(rows: readonly PlaceWithMediaRow[]): Promise<PlacesText> {
  const pieces: Buffer[] = [];
  const starts: number[] = [];
  const holes: number[] = [];
  let length = 0;
  let shapeBytes = 0;
  let sliceChars = 0;
  const add = (piece: Buffer): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const row of rows) {
    if (length > 0) add(COMMA);
    starts.push(length);
    for (const [index, part] of printPlace(row).split(END_OF_LINK).entries()) {
      if (index > 0) holes.push(length);
      add(Buffer.from(part));
    }
    shapeBytes += row.geometry.length;
    sliceChars += row.geometry.length;
    if (sliceChars < SLICE_CHARS) continue;
    sliceChars = 0;
    await nextTurn();
  }
  return {
    bytes: Buffer.concat(pieces, length),
    ids: Int32Array.from(rows, ({ id }) => id),
    starts: Int32Array.from(starts),
    holes: Int32Array.from(holes),
    shapeBytes,
  };
}

/** Prints a place as `JSON.stringify` does, its shape as it is stored: that is JSON already, and most of the text. */
function printPlace(row: PlaceWithMediaRow): string {
  const [before, after] = toPlaceAround(row, (name) => pathOfLink(name) + END_OF_LINK);
  return `${JSON.stringify(before).slice(0, -1)},"feature":${row.geometry},${JSON.stringify(after).slice(1)}`;
}

/**
 * Joins the places of several texts in the order of their ids, the query put behind each link.
 *
 * @param head bytes that come first; `tail`, last.
 */
export function fillTexts(texts: readonly PlacesText[], query: Buffer, head: Buffer, tail: Buffer): Buffer {
  const length = texts.reduce(
    (sum, { bytes, holes }) => sum + COMMA.length + bytes.length + holes.length * query.length,
    0,
  );
  const target = Buffer.allocUnsafe(head.length + length + tail.length);
  let at = head.copy(target);
  const filled = new Map(texts.map((text) => [text, 0]));
  for (const { text, first, last } of runsOf(texts)) {
    if (at > head.length) at += COMMA.copy(target, at);
    const to = endOf(text, last);
    let from = text.starts[first] ?? to;
    let hole = filled.get(text) ?? 0;
    for (let end = text.holes[hole]; end !== undefined && end <= to; end = text.holes[hole]) {
      at += text.bytes.copy(target, at, from, end);
      at += query.copy(target, at);
      from = end;
      hole += 1;
    }
    filled.set(text, hole);
    at += text.bytes.copy(target, at, from, to);
  }
  at += tail.copy(target, at);
  return target.subarray(0, at);
}

/** Places of one text, by their indexes, between which no other text has one. */
interface Run {
  readonly text: PlacesText;
  readonly first: number;
  last: number;
}

function runsOf(texts: readonly PlacesText[]): Run[] {
  const [only] = texts;
  if (only === undefined) return [];
  if (texts.length === 1) return only.ids.length === 0 ? [] : [{ text: only, first: 0, last: only.ids.length - 1 }];
  const places = texts.flatMap((text) => Array.from(text.ids, (id, index) => ({ id, text, index })));
  places.sort((a, b) => a.id - b.id);
  const runs: Run[] = [];
  for (const { text, index } of places) {
    const run = runs.at(-1);
    if (run?.text === text) run.last = index;
    else runs.push({ text, first: index, last: index });
  }
  return runs;
}

/** Where a place ends: before the comma of the next, or at the end. */
function endOf({ starts, bytes }: PlacesText, index: number): number {
  const next = starts[index + 1];
  return next === undefined ? bytes.length : next - COMMA.length;
}
