import type { Pack, PackFile } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { storage } from '../storage/storage.ts';
import { listFiles, storeFile } from './file-store.ts';
import { emptyPackIndex, fillIndex, forgetNotes, noteChange, packIndex } from './pack-index.ts';
import {
  completePack,
  deletePacks,
  deleteUnneeded,
  type LoadingPack,
  type PackKey,
  readPacks,
  writeLoading,
} from './pack-records.ts';

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

/** Closes the packs at the end of a session. Stored packs stay. */
export function closeStoredPacks(): void {
  opened = null;
  emptyPackIndex();
}

/** Returns the whole pack of a parcours; null if there is none. */
export function storedPack(parcoursId: ParcoursId): Pack | null {
  return packIndex.whole.get(parcoursId) ?? null;
}

/**
 * Writes the record of a download, before its files are stored.
 *
 * @param isNew whether it is written even if there is no unpaused record, which another tab may have removed.
 * @returns whether it was written.
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export async function noteLoading(key: PackKey, record: LoadingPack, isNew: boolean): Promise<boolean> {
  const { userId, parcoursId } = key;
  if (!(await writeLoading(key, record, isNew))) return false;
  noteChange(() => {
    if (packIndex.userId !== userId) return;
    packIndex.loading.set(parcoursId, record);
    if (!packIndex.parcoursIds.includes(parcoursId)) packIndex.parcoursIds = [...packIndex.parcoursIds, parcoursId];
  });
  return true;
}

/** Stores a verified file. @throws StorageDeniedError; QuotaExceededError on a full device. */
export async function keepFile(file: PackFile, content: Blob): Promise<void> {
  await storeFile(file, content);
  noteChange(() => packIndex.here.set(file.sha256, file.bytes));
}

/**
 * Makes a downloaded pack the whole one, in place of an earlier version, and deletes the files that only that version
 * had.
 *
 * @returns false, with nothing changed, if a file is now missing.
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export async function storeWhole(key: PackKey, pack: Pack): Promise<boolean> {
  const isWhole = await completePack(key, pack);
  await refreshStoredPacks();
  return isWhole;
}

/** Removes packs, whole or not, and the files that no other pack needs. @throws StorageDeniedError */
export async function removeStoredPacks(keys: readonly PackKey[]): Promise<void> {
  await deletePacks(keys);
  forgetNotes(keys);
  await refreshStoredPacks();
}

/** Deletes the files that no pack needs, for example of a pack removed during its download. @throws StorageDeniedError */
export async function removeUnneeded(): Promise<void> {
  await deleteUnneeded();
  await refreshStoredPacks();
}

async function readInto(userId: UserId): Promise<void> {
  try {
    const read = () => Promise.all([readPacks(userId), listFiles()]);
    await fillIndex(userId, read, () => opened?.userId === userId);
  } catch {
    // Storage is denied: there are no packs, and a download reports why.
  }
}
