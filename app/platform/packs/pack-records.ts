import * as z from 'zod/mini';
import { Pack } from '../../../contracts/pack.ts';
import { ParcoursId, type UserId } from '../../../contracts/vocabulary.ts';
import { openPackCache, whileNeedsRest } from './cache-storage.ts';
import { deleteFile, listFiles } from './file-store.ts';

/** A pack that is being downloaded. */
export const LoadingPack = z.object({
  pack: Pack,
  /** Paused by the person, so that it doesn't continue by itself. */
  isPaused: z.boolean(),
});
/** A pack that is being downloaded. */
export type LoadingPack = z.infer<typeof LoadingPack>;

/** Owner and parcours of a pack. */
export interface PackKey {
  readonly userId: UserId;
  readonly parcoursId: ParcoursId;
}

/** One person's packs, by parcours. */
export interface StoredPacks {
  /** Parcours that have a record, perhaps an unreadable one. */
  readonly parcoursIds: readonly ParcoursId[];
  readonly whole: ReadonlyMap<ParcoursId, Pack>;
  readonly loading: ReadonlyMap<ParcoursId, LoadingPack>;
}

/** Whether a pack is whole, or still loading. */
export type State = 'whole' | 'loading';

/** The key of a record: owner, parcours, state. */
export const KEY = /\/kept-packs\/(\d+)\/(\d+)\/(whole|loading)$/;
const HASH = /"sha256":"([0-9a-f]{64})"/g;

// Records are in Cache storage like the files: a browser that clears one clears the other, and a second database would
// need a schema of its own. A `put` replaces a record as a whole.
async function write({ userId, parcoursId }: PackKey, state: State, record: unknown): Promise<void> {
  await (await openPackCache('packs')).put(keyOf(userId, parcoursId, state), Response.json(record));
}

/** Returns the address of a record in its cache. */
export function keyOf(userId: UserId, parcoursId: ParcoursId, state: State): string {
  return `/kept-packs/${userId}/${parcoursId}/${state}`;
}

/**
 * Reads a person's packs. Records that an earlier build of the app wrote in another form are left out; their files stay
 * for the next download.
 *
 * @throws StorageDeniedError
 */
export async function readPacks(userId: UserId): Promise<StoredPacks> {
  const cache = await openPackCache('packs');
  const parcoursIds = new Set<ParcoursId>();
  const whole = new Map<ParcoursId, Pack>();
  const loading = new Map<ParcoursId, LoadingPack>();
  for (const request of await cache.keys()) {
    const [, ownerId, map, state] = KEY.exec(request.url) ?? [];
    const parcoursId = ParcoursId.safeParse(Number(map));
    if (Number(ownerId) !== userId || !parcoursId.success) continue;
    parcoursIds.add(parcoursId.data);
    const record: unknown = await (await cache.match(request))?.json().catch(() => null);
    const asWhole = state === 'whole' ? Pack.safeParse(record) : null;
    const asLoading = state === 'loading' ? LoadingPack.safeParse(record) : null;
    if (asWhole?.success) whole.set(parcoursId.data, asWhole.data);
    if (asLoading?.success) loading.set(parcoursId.data, asLoading.data);
  }
  return { parcoursIds: [...parcoursIds], whole, loading };
}

/**
 * Records that a pack is being downloaded, before its files are, because they are needed from now on.
 *
 * @param isNew whether it is written even if the record is gone, or says that the download is paused.
 * @returns whether it was written.
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export function writeLoading(key: PackKey, record: LoadingPack, isNew: boolean): Promise<boolean> {
  return whileNeedsRest(async () => {
    const stored = await (await openPackCache('packs')).match(keyOf(key.userId, key.parcoursId, 'loading'));
    const before = LoadingPack.safeParse(await stored?.json().catch(() => null));
    if (!isNew && (!before.success || before.data.isPaused)) return false;
    await write(key, 'loading', record);
    return true;
  });
}

/**
 * Makes a downloaded pack the whole one, in place of an earlier version, unless one of its files is now missing.
 *
 * @returns whether it is whole now.
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export function completePack(key: PackKey, pack: Pack): Promise<boolean> {
  return whileNeedsRest(async () => {
    const here = await listFiles();
    if (!pack.files.every(({ sha256, bytes }) => here.get(sha256) === bytes)) return false;
    await write(key, 'whole', pack);
    await (await openPackCache('packs')).delete(keyOf(key.userId, key.parcoursId, 'loading'));
    await dropUnneeded();
    return true;
  });
}

/** Removes packs, whole or not, and the files that no other pack needs. @throws StorageDeniedError */
export async function deletePacks(keys: readonly PackKey[]): Promise<void> {
  await whileNeedsRest(async () => {
    const cache = await openPackCache('packs');
    for (const { userId, parcoursId } of keys) {
      await cache.delete(keyOf(userId, parcoursId, 'loading'));
      await cache.delete(keyOf(userId, parcoursId, 'whole'));
    }
    await dropUnneeded();
  });
}

/** Deletes the files that no user's pack needs. @throws StorageDeniedError */
export function deleteUnneeded(): Promise<void> {
  return whileNeedsRest(dropUnneeded);
}

/** Deletes the files that no user's record names. Files of unreadable records stay: they save the next download. */
export async function dropUnneeded(): Promise<void> {
  const cache = await openPackCache('packs');
  const needed = new Set<string>();
  for (const request of await cache.keys()) {
    const text = (await (await cache.match(request))?.text()) ?? '';
    for (const [, sha256] of text.matchAll(HASH)) if (sha256 !== undefined) needed.add(sha256);
  }
  for (const [sha256, bytes] of await listFiles()) if (!needed.has(sha256)) await deleteFile({ sha256, bytes });
}
