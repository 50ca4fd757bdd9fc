import { proxy, ref } from 'valtio';
import { tellingCalls } from '../../../contracts/calls/telling-calls.ts';
import type { Place } from '../../../contracts/place.ts';
import {
  type PlaceWords,
  readTellingCode,
  type Telling,
  type TellingKey,
  tellingCode,
} from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { readAbout } from '../../parcours/about/parcours-about.ts';
import { addCalls, type CallOptions, call } from '../../platform/net/api.ts';
import { forgetLateWords, storeWordsNow } from '../../platform/storage/unsaved.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { refreshPlaceWords, words as walkersWords } from '../../tellings/words.ts';
import { RESPONSE_TIMEOUT_MS } from '../place-editor.ts';
import { followChanges, showChange } from './show-change.ts';
import {
  bodyOf,
  findFault,
  isChanged,
  isPlaceItself,
  isSameTelling,
  isUnsaved,
  putOver,
  type SavedPart,
  settle,
  type TellingDraft,
  type TextFault,
  type TextField,
  textsOf,
  transcriptOf,
  withSaved,
} from './telling-draft.ts';
import { listStored, storeTexts, storeTextsLate } from './unsaved-texts.ts';

addCalls(tellingCalls);

/** Unsaved texts of a version. Immutable. */
export interface OpenDraft extends TellingDraft {
  /** The fields that somebody else has changed meanwhile, too. */
  readonly conflicts: readonly TextField[];
}

/** Why something that was asked for a version isn't done. `cause` is the thrown value. */
export type WordsFailure =
  | { readonly what: 'fault'; readonly fault: TextFault }
  | { readonly what: 'save' | 'delete'; readonly cause: unknown };

interface PlaceWordsState extends LoadState {
  /** The open place; null if none is. */
  place: (Pick<Place, 'id' | 'map'> & { $$valtioSnapshot: Pick<Place, 'id' | 'map'> }) | null;
  /** The first language of its parcours; null until it is loaded. */
  first: string | null;
  /** As the server has them; null until they are loaded. */
  words: (PlaceWords & { $$valtioSnapshot: PlaceWords }) | null;
  /** By the code of their version. */
  drafts: Record<string, OpenDraft & { $$valtioSnapshot: OpenDraft }>;
  failures: Record<string, WordsFailure & { $$valtioSnapshot: WordsFailure }>;
  /** Codes of the versions for which a request runs. */
  working: string[];
}

/** What the open place says beside its name and sound, and what its author writes of it. Changed only in this file. */
export const placeWords = proxy<PlaceWordsState>(closed());

const loader = createLoader(placeWords);

function closed(): PlaceWordsState {
  return { ...notLoaded(), place: null, first: null, words: null, drafts: {}, failures: {}, working: [] };
}

/** Opens a place, with the texts that this person left unsaved. Never rejects: `status` and `failure` say how it went. */
export async function openWords(place: Pick<Place, 'id' | 'map'>): Promise<void> {
  if (placeWords.place?.id !== place.id) {
    closeWords();
    for (const [code, draft] of Object.entries(listStored(place.id))) {
      placeWords.drafts[code] = ref({ ...draft, conflicts: [] });
    }
  }
  placeWords.place = ref(place);
  placeWords.first ??= walkersWords.byMap.get(place.map.id)?.about.language ?? null;
  await loader.load(
    () => Promise.all([readWords(place.id), placeWords.first ?? readFirst(place.map.id)]),
    ([words, first]) => {
      placeWords.first = first;
      takeWords(words, placeWords.drafts);
    },
  );
}

/** Closes the place. Unsaved texts stay on the device. */
export function closeWords(): void {
  storeWordsNow();
  loader.supersede();
  Object.assign(placeWords, closed());
}

async function readFirst(parcoursId: ParcoursId): Promise<string> {
  return (await readAbout(parcoursId)).language;
}

function readWords(placeId: PlaceId, options: CallOptions = {}): Promise<PlaceWords> {
  return call('readPlaceWords', { params: { placeId } }, options);
}

function limited(): CallOptions {
  return { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) };
}

/** Finds a telling of the open place, as the server has it. */
export function findTelling(words: Pick<PlaceWords, 'tellings'> | null, key: TellingKey): Telling | undefined {
  return words?.tellings.find((telling) => isSameTelling(telling, key));
}

function takeWords(words: PlaceWords, drafts: Readonly<Record<string, TellingDraft>>): void {
  placeWords.words = ref(words);
  for (const [code, draft] of Object.entries(drafts)) {
    const theirs = textsOf(findTelling(words, readTellingCode(code)));
    const { draft: above, conflicts } = putOver(draft, theirs);
    keep(code, { ...above, conflicts });
  }
}

function keep(code: string, draft: OpenDraft, store: typeof storeTextsLate = storeTexts): void {
  const { place } = placeWords;
  if (isUnsaved(draft)) placeWords.drafts[code] = ref(draft);
  else delete placeWords.drafts[code];
  if (place !== null) store(place.id, code, draft);
}

/** Writes one text of a version. It is stored on the device; without an open place nothing is written. */
export function writeText(code: string, field: TextField, text: string): void {
  if (placeWords.place === null) return;
  const draft = placeWords.drafts[code] ?? freshDraft(code);
  delete placeWords.failures[code];
  const written = { ...draft, now: { ...draft.now, [field]: text } };
  keep(code, written, isUnsaved(written) ? storeTextsLate : storeTexts);
}

function freshDraft(code: string): OpenDraft {
  const from = textsOf(findTelling(placeWords.words, readTellingCode(code)));
  return { from, now: from, conflicts: [] };
}

/** Discards the unsaved texts of a version. */
export function discardTexts(code: string): void {
  delete placeWords.failures[code];
  keep(code, freshDraft(code));
}

/** Ends the conflicts of a version: the author's texts replace those that somebody else wrote meanwhile, or give way. */
export function settleConflicts(code: string, winner: 'mine' | 'theirs'): void {
  const draft = placeWords.drafts[code];
  if (draft === undefined) return;
  const theirs = textsOf(findTelling(placeWords.words, readTellingCode(code)));
  keep(code, { ...settle(draft, draft.conflicts, theirs, winner), conflicts: [] });
}

/**
 * Saves the texts of a version, unless the server would refuse them, or somebody else changed the same meanwhile. Never
 * rejects: the state says why they aren't saved, and they stay. @returns whether nothing remains to save; `changed` if only
 *   what was written meanwhile does
 */
export function saveTexts(code: string): Promise<boolean | 'changed'> {
  return work<boolean | 'changed'>(code, 'save', async ({ id: placeId }, first) => {
    storeWordsNow();
    const fault = findFault(placeWords.drafts[code]?.now ?? {});
    if (fault !== null) {
      placeWords.failures[code] = ref({ what: 'fault', fault });
      return false;
    }
    // The call replaces whatever is there.
    const latest = await readWords(placeId, limited());
    if (placeWords.place?.id === placeId) takeWords(latest, placeWords.drafts);
    const draft = placeWords.drafts[code];
    if (placeWords.place?.id !== placeId || draft === undefined) return draft === undefined;
    if (draft.conflicts.length > 0) return false;
    const key = readTellingCode(code);
    const params = { placeId, ...key };
    try {
      if (isChanged(draft, 'texts')) {
        const body = bodyOf(draft.now, latest.pictures, isPlaceItself(key, first));
        takeSaved(placeId, code, draft, 'texts', await call('changeTelling', { params, body }, limited()));
      }
      if (isChanged(draft, 'transcript')) {
        const body = { transcript: transcriptOf(draft.now) };
        takeSaved(placeId, code, draft, 'transcript', await call('changeTranscript', { params, body }, limited()));
      }
    } finally {
      showChange(placeId);
    }
    return placeWords.place?.id !== placeId || placeWords.drafts[code] === undefined || 'changed';
  });
}

/** Shows what is saved, and ends its draft, except for what isn't saved or was written meanwhile. */
function takeSaved(placeId: PlaceId, code: string, sent: TellingDraft, part: SavedPart, saved: Telling): void {
  const afterSave = ({ now }: TellingDraft): TellingDraft =>
    putOver({ from: withSaved(sent, part), now }, textsOf(saved)).draft;
  if (placeWords.place?.id !== placeId) {
    // It was closed, and may have left newer texts on the device.
    const left = listStored(placeId)[code];
    if (left !== undefined) storeTexts(placeId, code, afterSave(left));
    return;
  }
  putTelling(saved);
  const written = placeWords.drafts[code];
  if (written !== undefined) keep(code, { ...afterSave(written), conflicts: [] });
}

/** Shows a telling of the open place as the server returned it. */
export function putTelling(telling: Telling): void {
  const { words } = placeWords;
  if (words === null) return;
  const others = words.tellings.filter((other) => !isSameTelling(other, telling));
  placeWords.words = ref({ ...words, tellings: [...others, telling] });
}

/** Shows the pictures of the open place as they are now. */
export function putPictures(pictures: PlaceWords['pictures']): void {
  const { words } = placeWords;
  if (words !== null) placeWords.words = ref({ ...words, pictures });
}

/** Shows what a place says as the server has it now, here and to walkers. Unsaved texts stay. Never rejects. */
export async function reloadWords({ id, map }: Pick<Place, 'id' | 'map'>): Promise<void> {
  try {
    const words = await refreshPlaceWords(map.id, id, limited());
    if (placeWords.place?.id === id) takeWords(words, placeWords.drafts);
  } catch {
    // It is shown when the place is opened again.
  }
}

/** Deletes a version with its sound and its unsaved texts; of the place itself, its words. @returns whether it is gone */
export function removeTelling(code: string): Promise<boolean> {
  return work(code, 'delete', async ({ id: placeId }) => {
    const key = readTellingCode(code);
    if (findTelling(placeWords.words, key) !== undefined) {
      await call('deleteTelling', { params: { placeId, ...key } }, limited());
      showChange(placeId);
    }
    if (placeWords.place?.id !== placeId) {
      storeTexts(placeId, code, null);
      return true;
    }
    const { words } = placeWords;
    const left = words?.tellings.filter((telling) => !isSameTelling(telling, key)) ?? [];
    if (words !== null) placeWords.words = ref({ ...words, tellings: left });
    discardTexts(code);
    return true;
  });
}

/** Does one thing for a version at a time. */
async function work<Outcome>(
  code: string,
  what: 'save' | 'delete',
  run: (place: Pick<Place, 'id' | 'map'>, first: string) => Promise<Outcome>,
): Promise<Outcome | false> {
  const { place, first, working } = placeWords;
  if (place === null || first === null || working.includes(code)) return false;
  working.push(code);
  delete placeWords.failures[code];
  const isOpen = (): boolean => placeWords.place?.id === place.id;
  try {
    return await run(place, first);
  } catch (cause) {
    if (isOpen()) placeWords.failures[code] = ref({ what, cause });
    return false;
  } finally {
    if (isOpen()) placeWords.working = placeWords.working.filter((other) => other !== code);
  }
}

// An answer that was asked for earlier would lack the change.
followChanges((placeId) => {
  const { place, status } = placeWords;
  if (place?.id === placeId && status === 'loading') void openWords(place);
});

/** Lists the versions to choose from: those that the server has, those with unsaved texts, and the one that is shown. */
export function listCodes(
  { words, drafts }: { readonly words: Pick<PlaceWords, 'tellings'> | null; readonly drafts: object },
  shown: string,
): string[] {
  const known = words?.tellings.map(tellingCode) ?? [];
  return [...new Set([...known, ...Object.keys(drafts), shown])];
}

forgetAtSessionEnd(() => {
  forgetLateWords();
  closeWords();
});
