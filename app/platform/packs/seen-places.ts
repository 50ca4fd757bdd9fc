import * as z from 'zod/mini';
import { type Place, TrustedPlaceList } from '../../../contracts/place.ts';
import { PlannedPlace } from '../../../contracts/planned-place.ts';
import { ParcoursWords } from '../../../contracts/telling.ts';
import { ParcoursId, PlaceId, type UserId } from '../../../contracts/vocabulary.ts';
import { type CacheName, openPackCache } from './cache-storage.ts';

/** The places of a parcours as the server last listed them. Their signed links may have expired. */
export interface SeenPlaces {
  /** When they were listed. */
  readonly seenMs: number;
  readonly places: readonly Place[];
}

/** User and parcours of a list. */
export interface SeenKey {
  readonly userId: UserId;
  readonly parcoursId: ParcoursId;
}

const SeenPlan = z.object({
  parcoursId: ParcoursId,
  planned: z.array(PlannedPlace),
  order: z.optional(z.array(PlaceId)),
});
/** The planned places of a parcours, and its order for people who may change it, as the server last returned them. */
export type SeenPlan = z.infer<typeof SeenPlan>;

/** Maximum number of stored lists; the most recent ones stay. */
export const SEEN_MAPS_MAX = 8;
/** Longest list that is stored, in characters: hundreds of detailed zones take some hundred thousand. */
export const SEEN_LENGTH_MAX = 4_000_000;
/** Longest words that are stored, in characters: 300 places with transcripts in three languages take some ten million. */
const WORDS_LENGTH_MAX = 16_000_000;

const SEEN_HEADER = 'Seen-Ms';
const VERSION_HEADER = 'Seen-Version';

function keyOf({ userId, parcoursId }: { readonly userId: UserId; readonly parcoursId: ParcoursId | '' }): string {
  return `/kept-seen/${userId}/${parcoursId}`;
}

// In Cache storage, because local storage holds five million characters in all, all of them read at each start.
/**
 * Stores the places of a parcours in place of its earlier list, and removes the oldest lists.
 *
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export async function storeSeenPlaces(key: SeenKey, { seenMs, places }: SeenPlaces): Promise<void> {
  await storeSeen('seen', key, { seenMs, text: JSON.stringify(places) }, SEEN_LENGTH_MAX);
}

/** What the places of a parcours say, as the server last sent it. */
export interface SeenWords {
  readonly words: ParcoursWords;
  /** The server's version of them; null if it is unknown. */
  readonly version: string | null;
}

/** Stores what the places of a parcours say, like {@link storeSeenPlaces}. @throws as that does */
export async function storeSeenWords(key: SeenKey, seenMs: number, { words, version }: SeenWords): Promise<void> {
  await storeSeen('words', key, { seenMs, text: JSON.stringify(words), version }, WORDS_LENGTH_MAX);
}

/** Deletes the stored words of a parcours, if there are any. @throws StorageDeniedError */
export async function deleteSeenWords(key: SeenKey): Promise<void> {
  await (await openPackCache('words')).delete(keyOf(key));
}

async function storeSeen(
  name: CacheName,
  key: SeenKey,
  {
    seenMs,
    text,
    version = null,
  }: { readonly seenMs: number; readonly text: string; readonly version?: string | null },
  lengthMax: number,
): Promise<void> {
  const cache = await openPackCache(name);
  if (text.length > lengthMax) {
    // An older one would be shown as the last one.
    await cache.delete(keyOf(key));
    return;
  }
  const headers = new Headers({ [SEEN_HEADER]: String(seenMs) });
  if (version !== null) headers.set(VERSION_HEADER, version);
  await cache.put(keyOf(key), new Response(text, { headers }));
  await dropOldest(cache);
}

/** Reads the stored words of a parcours; null if there are none, or they can't be read. @throws StorageDeniedError */
export async function readSeenWords(key: SeenKey): Promise<SeenWords | null> {
  const response = await (await openPackCache('words')).match(keyOf(key));
  const words = ParcoursWords.safeParse(await response?.json().catch(() => null));
  return words.success ? { words: words.data, version: response?.headers.get(VERSION_HEADER) ?? null } : null;
}

/** Reads the stored places of a parcours; null if there are none, or they can't be read. @throws StorageDeniedError */
export async function readSeenPlaces(key: SeenKey): Promise<SeenPlaces | null> {
  const response = await (await openPackCache('seen')).match(keyOf(key));
  if (response === undefined) return null;
  const places = TrustedPlaceList.safeParse(await response.json().catch(() => null));
  return places.success ? { seenMs: seenMsOf(response), places: places.data } : null;
}

/**
 * Removes this person's lists and words of parcours that are not in `parcoursIds`, because they left those, and the planned places
 * of those that are not in `fillableIds`, because they may no longer drop there. @throws StorageDeniedError
 */
export async function dropSeenExcept(
  userId: UserId,
  parcoursIds: readonly ParcoursId[],
  fillableIds: readonly ParcoursId[],
): Promise<void> {
  const own = keyOf({ userId, parcoursId: '' });
  const listed = parcoursIds.map((parcoursId) => keyOf({ userId, parcoursId }));
  for (const name of ['seen', 'words'] as const) {
    const cache = await openPackCache(name);
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(own) && !listed.includes(pathname)) await cache.delete(request);
    }
  }
  const plans = await readSeenPlan(userId);
  const left = plans.filter(({ parcoursId }) => fillableIds.includes(parcoursId));
  if (left.length < plans.length) await storeSeenPlan(userId, left);
}

/** Stores the plans that this person may see, in place of the earlier ones. @throws as {@link storeSeenPlaces} */
export async function storeSeenPlan(userId: UserId, plans: readonly SeenPlan[]): Promise<void> {
  await (await openPackCache('plan')).put(planKeyOf(userId), Response.json(plans));
}

/** Reads the stored plans; none if they can't be read. @throws StorageDeniedError */
export async function readSeenPlan(userId: UserId): Promise<SeenPlan[]> {
  const response = await (await openPackCache('plan')).match(planKeyOf(userId));
  const plans = z.array(SeenPlan).safeParse(await response?.json().catch(() => null));
  return plans.success ? plans.data : [];
}

function planKeyOf(userId: UserId): string {
  return `/kept-plan/${userId}`;
}

async function dropOldest(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  if (requests.length <= SEEN_MAPS_MAX) return;
  const seen = await Promise.all(
    requests.map(async (request) => ({ request, seenMs: seenMsOf(await cache.match(request)) })),
  );
  seen.sort((a, b) => b.seenMs - a.seenMs);
  await Promise.all(seen.slice(SEEN_MAPS_MAX).map(({ request }) => cache.delete(request)));
}

function seenMsOf(response: Response | undefined): number {
  return Number(response?.headers.get(SEEN_HEADER) ?? 0);
}
