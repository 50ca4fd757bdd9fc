import { proxy, ref, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { linkPath } from '../../contracts/link.ts';
import { type Picked, pickTelling, wantedOf } from '../../contracts/pick-telling.ts';
import type { MediaLink, Place } from '../../contracts/place.ts';
import type { PlaceWords, TellingKey } from '../../contracts/telling.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { findPlace, places, refreshLink } from '../places/places.ts';
import { onLanguage, shownLanguage } from '../ui/language.ts';
import { choice } from './choice.ts';
import { refreshTellingLink, words } from './words.ts';

/** A place with the name and the sound that this walker wants, or else the best that there are. */
export type PickedPlace = Place & {
  /** Language of its name; missing until it is known. */
  readonly language?: string;
};

type List = PickedPlace[];
type ById = ReadonlyMap<PlaceId, Picked>;

/**
 * The listed places as this walker hears and reads them, and what each says, which is known once the words of its parcours
 * are. Follows places, words, choice and language. Who changes places uses `places` instead. Changed only in this file.
 */
export const picked = proxy<{ list: List & { $$valtioSnapshot: List }; byId: ById & { $$valtioSnapshot: ById } }>({
  list: ref([]),
  byId: ref(new Map()),
});

interface Known {
  readonly wanted: TellingKey;
  readonly first: string;
  readonly said: PlaceWords | undefined;
  readonly place: PickedPlace;
  readonly picked: Picked;
}

const OWN_SOUND = 'own';

/** What was picked of each place: unchanged places stay the same objects, so that the map isn't drawn again. */
const known = new WeakMap<Place, Known>();

function update(): void {
  const byMap = new Map(
    [...words.byMap].map(([parcoursId, own]) => [
      parcoursId,
      {
        first: own.about.language,
        wanted: wantedOf(choice.wanted, shownLanguage(), own),
        said: new Map(own.places.map((place) => [place.id, place])),
      },
    ]),
  );
  const byId = new Map<PlaceId, Picked>();
  const list = places.list.map((place): PickedPlace => {
    const own = byMap.get(place.map.id);
    if (own === undefined) return place;
    const now = pickPlace(place, own.wanted, own.first, own.said.get(place.id));
    byId.set(place.id, now.picked);
    return now.place;
  });
  picked.byId = ref(byId);
  const isSame = list.length === picked.list.length && list.every((place, at) => place === picked.list[at]);
  if (!isSame) picked.list = ref(list);
}

function pickPlace(place: Place, wanted: TellingKey, first: string, said: PlaceWords | undefined): Known {
  const before = known.get(place);
  const isSame =
    before?.wanted.language === wanted.language && before.wanted.kind === wanted.kind && before.first === first;
  if (isSame && before.said === said) return before;
  const now = pickTelling(wanted, first, place, said ?? null);
  const media = now.sound?.media ?? null;
  const isShownAlike =
    before?.place.appelation === now.name.text &&
    before.place.language === now.name.language &&
    JSON.stringify(before.place.media) === JSON.stringify(media);
  const shown = isShownAlike
    ? before.place
    : { ...place, appelation: now.name.text, media, language: now.name.language };
  const next = { wanted, first, said, place: shown, picked: now };
  known.set(place, next);
  return next;
}

/** Returns what a place says to somebody who wants this telling; undefined until its words are known. */
export function pickIn(placeId: PlaceId, wanted: TellingKey): Picked | undefined {
  const place = findPlace(placeId);
  const own = place === undefined ? undefined : words.byMap.get(place.map.id);
  if (place === undefined || own === undefined) return undefined;
  return pickTelling(wanted, own.about.language, place, own.places.find(({ id }) => id === placeId) ?? null);
}

/** Finds a place as this walker hears and reads it; undefined if the parcours in use don't have it. */
export function findPicked(placeId: PlaceId | null): PickedPlace | undefined {
  return picked.list.find((place) => place.id === placeId);
}

/**
 * Which sound of a place plays: a text that changes with the telling, and not when the same one gets another file; null
 * without a sound.
 */
export function soundOf(placeId: PlaceId): string | null {
  const at = picked.list.findIndex(({ id }) => id === placeId);
  return (picked.list[at]?.media ?? null) === null ? null : (otherSoundAt(at) ?? OWN_SOUND);
}

/** Lists the places that play another sound than their own, with the telling that it is of, as {@link soundOf}. */
export function listOtherSounds(): ReadonlyMap<PlaceId, string> {
  const sounds = picked.list.map(({ id }, at) => [id, otherSoundAt(at)] as const);
  return new Map(sounds.filter((entry): entry is [PlaceId, string] => entry[1] !== null));
}

/** Returns the telling whose sound plays at the place with this index, which both lists have; null for its own sound. */
function otherSoundAt(at: number): string | null {
  const [shown, own] = [picked.list[at], places.list[at]];
  const sound = shown === undefined ? null : picked.byId.get(shown.id)?.sound;
  if (sound == null || shown?.media == null) return null;
  const isOwn = own?.media != null && linkPath(own.media.data.link) === linkPath(shown.media.data.link);
  return isOwn ? null : `${sound.language}.${sound.kind}`;
}

/** Fetches a fresh link to the sound that plays at a place, null if it is gone. @throws as `call` does. */
export async function refreshSound(placeId: PlaceId, signal: AbortSignal): Promise<MediaLink | null> {
  const place = findPicked(placeId);
  const sound = picked.byId.get(placeId)?.sound;
  if (place === undefined || sound == null || soundOf(placeId) === OWN_SOUND) return refreshLink(placeId, signal);
  return refreshTellingLink(place.map.id, placeId, sound, signal);
}

// At once, because who reads it has just changed a place, or has been told of such a change.
subscribeKey(places, 'list', update, true);
subscribeKey(words, 'byMap', update, true);
subscribe(choice, update, true);
onLanguage(update);
update();
