import { proxy, ref, subscribe } from 'valtio';
import { tellingCalls } from '../../contracts/calls/telling-calls.ts';
import type { MediaLink } from '../../contracts/place.ts';
import type { ParcoursWords, PlaceWords, TellingKey } from '../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { linksWithQuery } from '../places/place-list-cache.ts';
import { places } from '../places/places.ts';
import { addCalls, type CallOptions, call, callIfChanged, isRefused } from '../platform/net/api.ts';
import { serverNowMs } from '../platform/net/server-clock.ts';
import { deleteSeenWords, readSeenWords, type SeenWords, storeSeenWords } from '../platform/packs/seen-places.ts';
import { storedPack, storedPacksOpened } from '../platform/packs/stored-packs.ts';
import type { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

addCalls(tellingCalls);

type ByMap = ReadonlyMap<ParcoursId, ParcoursWords>;

/** What the places of the parcours in use say beside names and sounds, as far as it is known. Changed only in this file. */
export const words = proxy<{ byMap: ByMap & { $$valtioSnapshot: ByMap } }>({ byMap: ref(new Map()) });

/** Versions of the known words, if the server sent these. */
const versions = new Map<ParcoursId, string>();
/** The running load of each parcours, and the one that follows it for all who have asked meanwhile. */
const loads = new Map<ParcoursId, { readonly running: Promise<void>; next: Promise<void> | null }>();
/** Changes with the session, whose late answers are ignored. */
let sessionNumber = 0;

/** Loads the words of the parcours in use whenever those change, until `scope` is disposed. */
export function startWords(scope: Scope): void {
  let ids = '';
  const follow = (): void => {
    if (places.parcoursIds.join() === ids) return;
    ids = places.parcoursIds.join();
    for (const parcoursId of words.byMap.keys()) if (!places.parcoursIds.includes(parcoursId)) forget(parcoursId);
    void refreshWords();
  };
  scope.add(subscribe(places, follow));
  follow();
}

/**
 * Asks for the words of the parcours in use again. Those that are not known yet are first shown from the device. Failures
 * are silent, because places can be heard without them. Never rejects.
 */
export async function refreshWords(): Promise<void> {
  await Promise.all(places.parcoursIds.map((parcoursId) => loadInTurn(parcoursId)));
}

/** Loads the words of a parcours, after a running load, whose answer may be older than what the caller knows of. */
function loadInTurn(parcoursId: ParcoursId): Promise<void> {
  const before = loads.get(parcoursId);
  if (before !== undefined) {
    before.next ??= before.running.then(() => loadInTurn(parcoursId));
    return before.next;
  }
  const running = loadWords(parcoursId).finally(() => {
    if (loads.get(parcoursId) === load) loads.delete(parcoursId);
  });
  const load = { running, next: null };
  loads.set(parcoursId, load);
  return running;
}

async function loadWords(parcoursId: ParcoursId): Promise<void> {
  const current = sessionNumber;
  const isDue = (): boolean => current === sessionNumber && places.parcoursIds.includes(parcoursId);
  if (!words.byMap.has(parcoursId)) {
    const stored = await readStored(parcoursId);
    if (stored !== null && isDue()) {
      if (stored.version !== null) versions.set(parcoursId, stored.version);
      show(stored.words);
    }
  }
  if (!isDue()) return;
  const known = words.byMap.has(parcoursId) ? (versions.get(parcoursId) ?? null) : null;
  try {
    const answer = await callIfChanged('readWords', { params: { mapId: parcoursId } }, known);
    if (!isDue() || answer === null) return;
    const { version } = answer;
    const loaded = wordsWithQuery(answer.words, answer.linkQuery);
    versions.set(parcoursId, version);
    show(loaded);
    await store({ words: loaded, version });
  } catch (error) {
    // Content that the server refuses must not be shown.
    if (!isDue() || !isRefused(error)) return;
    forget(parcoursId);
    await deleteStored(parcoursId);
  }
}

/** Reads the words that were last sent, else those of the pack, whose version is unknown. Never rejects. */
async function readStored(parcoursId: ParcoursId): Promise<SeenWords | null> {
  await storedPacksOpened();
  const user = storage.read('currentUser');
  const seen = user === null ? null : await readSeenWords({ userId: user.id, parcoursId }).catch(() => null);
  const packed = storedPack(parcoursId)?.words;
  return seen ?? (packed === undefined ? null : { words: packed, version: null });
}

/** Stores the words of a parcours, beside a pack too, which doesn't know their version. Never rejects. */
async function store(loaded: SeenWords): Promise<void> {
  const user = storage.read('currentUser');
  if (user === null) return;
  // Storage may be denied or full: without a network there are then no words.
  await storeSeenWords({ userId: user.id, parcoursId: loaded.words.id }, serverNowMs(), loaded).catch(() => {});
}

/** Never rejects. */
async function deleteStored(parcoursId: ParcoursId): Promise<void> {
  const user = storage.read('currentUser');
  // If storage is denied, nothing is stored.
  if (user !== null) await deleteSeenWords({ userId: user.id, parcoursId }).catch(() => {});
}

function show(loaded: ParcoursWords): void {
  words.byMap = ref(new Map([...words.byMap, [loaded.id, loaded]]));
}

function forget(parcoursId: ParcoursId): void {
  versions.delete(parcoursId);
  words.byMap = ref(new Map([...words.byMap].filter(([id]) => id !== parcoursId)));
}

/** Adds the query to the links of all sounds. */
export function wordsWithQuery(given: ParcoursWords, query: string): ParcoursWords {
  return {
    ...given,
    places: given.places.map((place) => ({
      ...place,
      tellings: place.tellings.map((telling) => ({
        ...telling,
        media: telling.media === null ? null : linksWithQuery(telling.media, query),
      })),
      pictures: place.pictures.map((picture) => ({
        ...picture,
        files: picture.files.map((file) => ({ ...file, link: file.link + query })),
      })),
    })),
  };
}

/** Fetches a fresh link to a telling's sound, null if it has none any more, and stores it. @throws as `call` does. */
export async function refreshTellingLink(
  parcoursId: ParcoursId,
  placeId: PlaceId,
  { language, kind }: TellingKey,
  signal: AbortSignal,
): Promise<MediaLink | null> {
  const changed = await refreshPlaceWords(parcoursId, placeId, { signal });
  return changed.tellings.find((telling) => telling.language === language && telling.kind === kind)?.media ?? null;
}

/** Fetches what one place says again, with the drafts that its authors see. @throws as `call` does. */
export async function refreshPlaceWords(
  parcoursId: ParcoursId,
  placeId: PlaceId,
  options: CallOptions = {},
): Promise<PlaceWords> {
  const current = sessionNumber;
  const changed = await call('readPlaceWords', { params: { placeId } }, options);
  if (current === sessionNumber) showPlace(parcoursId, changed);
  return changed;
}

function showPlace(parcoursId: ParcoursId, changed: PlaceWords): void {
  const known = words.byMap.get(parcoursId);
  if (known === undefined) return;
  const isNew = !known.places.some(({ id }) => id === changed.id);
  const others = known.places.map((place) => (place.id === changed.id ? changed : place));
  show({ ...known, places: isNew ? [...others, changed] : others });
}

forgetAtSessionEnd(() => {
  sessionNumber += 1;
  versions.clear();
  loads.clear();
  words.byMap = ref(new Map());
});
