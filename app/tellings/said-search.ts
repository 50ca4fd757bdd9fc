import type { Place } from '../../contracts/place.ts';
import { foldText, plainText } from '../../contracts/plain-text.ts';
import type { ParcoursWords, TellingKey } from '../../contracts/telling.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { readWebVtt } from '../../contracts/web-vtt.ts';

/** A text that is searched: a name, a text, or all cues of a transcript. */
interface Entry extends TellingKey {
  readonly placeId: PlaceId;
  readonly field: 'name' | 'text' | 'cue';
  /** Folded, with a space before each word. */
  readonly folded: string;
  /** As it is shown: one text, or the text of each cue. */
  readonly shown: readonly string[];
  /** Where each text of `shown` begins in `folded`. */
  readonly starts: readonly number[];
  /** When each cue is said; empty for other fields. */
  readonly startsMs: readonly number[];
}

/** All that the places of some parcours say, for {@link searchSaid}. */
export type SaidIndex = readonly Entry[];

/** Where a text was found. */
export interface SaidHit extends TellingKey {
  readonly placeId: PlaceId;
  readonly field: Entry['field'];
  /** The words around it, as they are written. */
  readonly excerpt: string;
  /** When it is said; null unless it is of a transcript. */
  readonly atMs: number | null;
}

/** Longest excerpt, in characters. */
const EXCERPT_MAX = 90;

/** Indexes all tellings of the places, in steps of a place or a part of a transcript. For `runInSlices`. Pure. */
export function* indexSaid(
  list: readonly Pick<Place, 'id' | 'appelation' | 'map'>[],
  words: ReadonlyMap<Place['map']['id'], ParcoursWords>,
): Generator<void, SaidIndex> {
  const index: Entry[] = [];
  for (const { id, appelation, map } of list) {
    const own = words.get(map.id);
    const language = own?.about.language ?? '';
    index.push(entryOf({ placeId: id, language, kind: 'standard', field: 'name' }, [appelation]));
    for (const telling of own?.places.find((place) => place.id === id)?.tellings ?? []) {
      const key = { placeId: id, language: telling.language, kind: telling.kind };
      if (telling.name !== '') index.push(entryOf({ ...key, field: 'name' }, [telling.name]));
      if (telling.text !== '') index.push(entryOf({ ...key, field: 'text' }, [plainText(telling.text)]));
      if (telling.transcript !== null) {
        const { cues } = yield* readWebVtt(telling.transcript.vtt);
        const said = cues.map(({ text }) => text);
        const startsMs = cues.map(({ startMs }) => startMs);
        index.push(entryOf({ ...key, field: 'cue' }, said, startsMs));
      }
    }
    yield;
  }
  return index;
}

function entryOf(
  key: Pick<Entry, 'placeId' | 'language' | 'kind' | 'field'>,
  shown: readonly string[],
  startsMs: readonly number[] = [],
): Entry {
  const starts: number[] = [];
  let folded = '';
  for (const text of shown) {
    starts.push(folded.length);
    folded += ` ${foldText(text)}`;
  }
  return { ...key, folded, shown, starts, startsMs };
}

/**
 * Finds a text in all that the places say: whole, from the beginning of a word; or else all the words that it has between spaces
 * and signs in one name, text or transcript. What is in the wanted language comes first, then names before texts before transcripts, then whole finds.
 * One hit for each place and field. Pure.
 *
 * @param count maximum number of hits
 */
export function searchSaid(index: SaidIndex, text: string, wantedLanguage: string, count: number): SaidHit[] {
  const query = foldText(text);
  if (query === '') return [];
  const parts = text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldText)
    .flatMap((part) => (part === '' ? [] : [` ${part}`]));
  const found: { readonly entry: Entry; readonly at: number; readonly rank: number }[] = [];
  for (const entry of index) {
    const whole = entry.folded.indexOf(` ${query}`);
    const at = whole === -1 ? firstOfAll(entry.folded, parts) : whole;
    if (at === -1) continue;
    found.push({ entry, at, rank: rankOf(entry, wantedLanguage, whole !== -1) });
  }
  found.sort((a, b) => a.rank - b.rank);
  const taken = new Set<string>();
  const hits: SaidHit[] = [];
  for (const { entry, at } of found) {
    const key = `${entry.placeId} ${entry.field}`;
    if (taken.has(key)) continue;
    taken.add(key);
    hits.push(hitOf(entry, at, query));
    if (hits.length === count) break;
  }
  return hits;
}

/** Returns where the longest of the words begins, if all are there; otherwise -1. */
function firstOfAll(folded: string, parts: readonly string[]): number {
  if (parts.length === 1 || !parts.every((part) => folded.includes(part))) return -1;
  const longest = parts.reduce((longer, part) => (part.length > longer.length ? part : longer));
  return folded.indexOf(longest);
}

const FIELD_RANKS = { name: 0, text: 2, cue: 4 } as const;

function rankOf({ language, field }: Entry, wantedLanguage: string, isWhole: boolean): number {
  return (language === wantedLanguage ? 0 : 8) + FIELD_RANKS[field] + (isWhole ? 0 : 1);
}

function hitOf(entry: Entry, at: number, query: string): SaidHit {
  const { placeId, language, kind, field, starts, shown, startsMs } = entry;
  let part = 0;
  // A find that begins with the space before a text belongs to that text.
  for (let next = 1; next < starts.length && (starts[next] ?? 0) <= at; next += 1) part = next;
  const atMs = field === 'cue' ? (startsMs[part] ?? null) : null;
  const excerpt = excerptOf(shown[part] ?? '', at - (starts[part] ?? 0), query.length);
  return { placeId, language, kind, field, excerpt, atMs };
}

/** Returns the words around the `at`-th folded character, at most {@link EXCERPT_MAX} characters of them. */
function excerptOf(shown: string, at: number, length: number): string {
  const text = shown.replace(/\s+/g, ' ').trim();
  if (text.length <= EXCERPT_MAX) return text;
  // Folding shortens, and seldom lengthens: the same share of the text is near enough, and then the word is looked for.
  const near = Math.round((at / Math.max(1, foldText(text).length)) * text.length);
  const from = Math.max(0, Math.min(near - Math.round((EXCERPT_MAX - length) / 2), text.length - EXCERPT_MAX));
  const cut = text.slice(from, from + EXCERPT_MAX);
  // Whole words, where words are written apart.
  const words = `${from > 0 ? '…' : ''}${from > 0 ? cut.replace(/^\S{0,20}\s/, '') : cut}`;
  return from + EXCERPT_MAX < text.length ? `${words.replace(/\s\S{0,20}$/, '')}…` : words;
}
