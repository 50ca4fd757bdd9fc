import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { PlaceWithMediaRow } from '../../../store/places.ts';
import { nextTurn, SLICE_CHARS } from '../../costly-work.ts';
import { serializePlace } from '../place-responses.ts';
import { createLinkedText, fillLinks, joinSmall, type LinkedText, openLink } from './linked-text.ts';

/** Places in JSON: the elements of an array, with commas between them. */
export interface PlacesText extends LinkedText {
  /** The places' ids, in the order of the text. */
  readonly ids: Int32Array;
  /** The offset in `bytes` where each place begins. */
  readonly starts: Int32Array;
  readonly shapeBytes: number;
}

const COMMA = Buffer.from(',');

/**
 * Serializes places in slices, so that other calls don't wait for all of them.
 * @param steps the numbers of those that have one
 * @param isDated adds when each was made
 */
export async function serializePlaces(
  rows: readonly PlaceWithMediaRow[],
  steps?: ReadonlyMap<PlaceId, number>,
  isDated = false,
): Promise<PlacesText> {
  const text = createLinkedText();
  const starts: number[] = [];
  let shapeBytes = 0;
  let sliceChars = 0;
  for (const row of rows) {
    if (text.length() > 0) text.add(',');
    starts.push(text.length());
    text.add(serializePlace(row, openLink, steps?.get(row.id), isDated));
    shapeBytes += row.geometry.length;
    sliceChars += row.geometry.length;
    if (sliceChars < SLICE_CHARS) continue;
    sliceChars = 0;
    await nextTurn();
  }
  return {
    ...text.end(),
    ids: Int32Array.from(rows, ({ id }) => id),
    starts: Int32Array.from(starts),
    shapeBytes,
  };
}

/**
 * Merges the places of several texts, each sorted by id, into one text sorted by id, with the query behind each link.
 * @param head the bytes before the places; `tail`, those after them.
 */
export function fillTexts(texts: readonly PlacesText[], query: Buffer, head: Buffer, tail: Buffer): Buffer[] {
  const pieces = runsOf(texts).flatMap(({ text, first, last }, index) => [
    ...(index === 0 ? [] : [COMMA]),
    ...fillLinks(text, query, text.starts[first], endOf(text, last)),
  ]);
  return joinSmall([head, ...pieces, tail]);
}

/** Consecutive places of one text, by their indexes, with no place of another text between them. */
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

/** Returns the offset where a place ends: before the comma of the next place, or at the end of the text. */
function endOf({ starts, bytes }: PlacesText, index: number): number {
  const next = starts[index + 1];
  return next === undefined ? bytes.length : next - COMMA.length;
}

/** Yields the JSON of each place. */
export function* placesOf(text: PlacesText): Iterable<string> {
  for (const [index, start] of text.starts.entries()) yield text.bytes.toString('utf8', start, endOf(text, index));
}
