import { Pack, type PackFile } from '../../../contracts/pack.ts';
import { ParcoursId, type UserId } from '../../../contracts/vocabulary.ts';
import { storage } from '../storage/storage.ts';
import { openPackCache, whileNeedsRest } from './cache-storage.ts';
import { deleteFile, listFiles, storeFile } from './pack-files.ts';
import {
  emptyPackIndex,
  fillIndex,
  forgetNotes,
  LoadingPack,
  noteChange,
  type PackKey,
  packIndex,
  type StoredPacks,
} from './stored-files.ts';

let opened: { readonly userId: UserId; done: Promise<void> } | null = null;

/** Reads this person's whole packs on this device. Until it resolves, there seem to be none. Never rejects. */
export function openStoredPacks(userId: UserId): Promise<void> {
  if (opened?.userId === userId) return opened.done;
  const done = readInto(userId);
  opened = { userId, done };
  // Last: it notifies listeners that open the packs in turn, without end unless `opened` is set.
  emptyPackIndex();
  return done;
}

/** Resolves once {@link openStoredPacks} has resolved for the session's user; at once without a session. */
export async function storedPacksOpened(): Promise<void> {
  const user = storage.read('currentUser');
  await (user === null ? opened?.done : openStoredPacks(user.id));
}

/** Repeats {@link openStoredPacks}, because another tab may have changed the packs. Never rejects. */
export async function refreshStoredPacks(): Promise<void> {
  if (opened === null) return;
  // After an earlier read, which would otherwise end later with older data.
  const { userId, done } = opened;
  opened.done = done.then(() => readInto(userId));
  await opened.done;
}

async function readInto(userId: UserId): Promise<void> {
  try {
    const read = () => Promise.all([readPacks(userId), listFiles()]);
    await fillIndex(userId, read, () => opened?.userId === userId);
  } catch {
    // Storage is denied: there are no packs, and a download reports why.
  }
}

/** Closes the packs at the end of a session. Stored packs stay. */
export function closeStoredPacks(): void {
  opened = null;
  emptyPackIndex();
}

/** Returns the whole pack of a parcours; null if there is none. */
export function storedPack(parcoursId: ParcoursId): Pack | null {
  return packIndex.whole.get(parcoursId) ?? null;
}

/** Lists the whole packs of this person. */
export function listWholePacks(): readonly Pack[] {
  return [...packIndex.whole.values()];
}

/**
 * Writes the record of a download, before its files are stored, because they are needed from now on. Returns whether it
 * was written: not if another tab has removed or paused it, unless `isNew`.
 *
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export async function noteLoading(key: PackKey, record: LoadingPack, isNew: boolean): Promise<boolean> {
  const { userId, parcoursId } = key;
  const isWritten = await whileNeedsRest(async () => {
    const stored = await (await openPackCache('packs')).match(addressOf(key, 'loading'));
    const before = LoadingPack.safeParse(await stored?.json().catch(() => null));
    if (!isNew && (!before.success || before.data.isPaused)) return false;
    await write(key, 'loading', record);
    return true;
  });
  if (!isWritten) return false;
  noteChange(() => {
    if (packIndex.userId !== userId) return;
    packIndex.loading.set(parcoursId, record);
    if (!packIndex.parcoursIds.includes(parcoursId)) packIndex.parcoursIds = [...packIndex.parcoursIds, parcoursId];
  });
  return true;
}

/** Stores a verified file. @throws StorageDeniedError; QuotaExceededError on a full device. */
export async function storePackFile(file: PackFile, content: Blob): Promise<void> {
  await storeFile(file, content);
  noteChange(() => packIndex.here.set(file.sha256, file.bytes));
}

/**
 * Makes a downloaded pack the whole one, in place of an earlier version, and deletes the files that only that had.
 * Returns false, with nothing changed, if a file is now missing.
 *
 * @throws as {@link noteLoading} does.
 */
export async function storeWhole(key: PackKey, pack: Pack): Promise<boolean> {
  const isWhole = await whileNeedsRest(async () => {
    const here = await listFiles();
    if (!pack.files.every(({ sha256, bytes }) => here.get(sha256) === bytes)) return false;
    await write(key, 'whole', pack);
    await (await openPackCache('packs')).delete(addressOf(key, 'loading'));
    await deleteUnneeded();
    return true;
  });
  await refreshStoredPacks();
  return isWhole;
}

/** Removes packs, whole or not, and the files that no other pack needs. @throws StorageDeniedError */
export async function removeStoredPacks(keys: readonly PackKey[]): Promise<void> {
  await whileNeedsRest(async () => {
    const cache = await openPackCache('packs');
    for (const key of keys)
      for (const state of ['loading', 'whole'] as const) await cache.delete(addressOf(key, state));
    await deleteUnneeded();
  });
  forgetNotes(keys);
  await refreshStoredPacks();
}

/** Deletes the files that no pack needs, for example of a pack removed during its download. @throws StorageDeniedError */
export async function removeUnneeded(): Promise<void> {
  await whileNeedsRest(deleteUnneeded);
  await refreshStoredPacks();
}

/** Transfers a guest's packs to the account they sign up for, whose own stay. @throws as {@link noteLoading} does. */
export async function givePackRecords(from: UserId, to: UserId): Promise<void> {
  await whileNeedsRest(async () => {
    const cache = await openPackCache('packs');
    const { parcoursIds: known } = await readPacks(to);
    for (const { request, parcoursId, state } of await listRecords(cache, from)) {
      const record = await cache.match(request);
      const isFree = !known.includes(parcoursId);
      if (isFree && record !== undefined) await cache.put(addressOf({ userId: to, parcoursId }, state), record);
      await cache.delete(request);
    }
    await deleteUnneeded();
  });
}

type State = 'whole' | 'loading';

/** The address of a record: owner, parcours, state. */
const ADDRESS = /\/kept-packs\/(\d+)\/(\d+)\/(whole|loading)$/;
const HASH = /"sha256":"([0-9a-f]{64})"/g;

function addressOf({ userId, parcoursId }: PackKey, state: State): string {
  return `/kept-packs/${userId}/${parcoursId}/${state}`;
}

// Records are in Cache storage like the files: a browser that clears one clears the other, and a second database would
// need a schema of its own. A `put` replaces a record as a whole.
async function write(key: PackKey, state: State, record: unknown): Promise<void> {
  await (await openPackCache('packs')).put(addressOf(key, state), Response.json(record));
}

async function listRecords(cache: Cache, userId: UserId) {
  return (await cache.keys()).flatMap((request) => {
    const [, ownerId, id, state] = ADDRESS.exec(request.url) ?? [];
    const parcoursId = ParcoursId.safeParse(Number(id));
    if (Number(ownerId) !== userId || !parcoursId.success) return [];
    return { request, parcoursId: parcoursId.data, state: state as State };
  });
}

/**
 * Reads a person's packs, without records that an earlier build wrote in another form; their files save the next
 * download.
 *
 * @throws StorageDeniedError
 */
export async function readPacks(userId: UserId): Promise<StoredPacks> {
  const cache = await openPackCache('packs');
  const parcoursIds = new Set<ParcoursId>();
  const whole = new Map<ParcoursId, Pack>();
  const loading = new Map<ParcoursId, LoadingPack>();
  for (const { request, parcoursId, state } of await listRecords(cache, userId)) {
    parcoursIds.add(parcoursId);
    const record: unknown = await (await cache.match(request))?.json().catch(() => null);
    const asWhole = state === 'whole' ? Pack.safeParse(record) : null;
    const asLoading = state === 'loading' ? LoadingPack.safeParse(record) : null;
    if (asWhole?.success) whole.set(parcoursId, asWhole.data);
    if (asLoading?.success) loading.set(parcoursId, asLoading.data);
  }
  return { parcoursIds: [...parcoursIds], whole, loading };
}

/** Deletes the files that no user's record names. Files of unreadable records stay: they save the next download. */
async function deleteUnneeded(): Promise<void> {
  const cache = await openPackCache('packs');
  const needed = new Set<string>();
  for (const request of await cache.keys()) {
    const text = (await (await cache.match(request))?.text()) ?? '';
    for (const [, sha256] of text.matchAll(HASH)) if (sha256 !== undefined) needed.add(sha256);
  }
  for (const [sha256, bytes] of await listFiles()) if (!needed.has(sha256)) await deleteFile({ sha256, bytes });
}
