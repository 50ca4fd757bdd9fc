import type { Pack, PackFile } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { storage } from '../storage/storage.ts';
import { listFiles, storeFile } from './file-store.ts';
import { emptyKeptIndex, fillIndex, keptIndex, noteChange } from './kept-index.ts';
import { forgetNotes } from './kept-notes.ts';
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
export function openKeptPacks(userId: UserId): Promise<void> {
  if (opened?.userId === userId) return opened.done;
  const done = readInto(userId);
  opened = { userId, done };
  // Last: it notifies listeners that open the packs in turn, without end unless `opened` is set.
  emptyKeptIndex();
  return done;
}

/** Resolves once {@link openKeptPacks} has resolved for the session's user; at once without a session. */
export async function keptPacksOpened(): Promise<void> {
  const user = storage.read('currentUser');
  await (user === null ? opened?.done : openKeptPacks(user.id));
}

/** Repeats {@link openKeptPacks}, because another tab may have changed the packs. Never rejects. */
export async function refreshKeptPacks(): Promise<void> {
  if (opened === null) return;
  // After an earlier read, which would otherwise end later with older data.
  const { userId, done } = opened;
  opened.done = done.then(() => readInto(userId));
  await opened.done;
}

/** Closes the packs at the end of a session. Stored packs stay. */
export function forgetKeptPacks(): void {
  opened = null;
  emptyKeptIndex();
}

/** Returns the whole pack of a parcours; null if there is none. */
export function keptPack(mapId: ParcoursId): Pack | null {
  return keptIndex.whole.get(mapId) ?? null;
}

/**
 * Writes the record of a download, before its files are stored.
 *
 * @param isNew whether it is written even if there is no unpaused record, which another tab may have removed.
 * @returns whether it was written.
 * @throws KeptStorageError; QuotaExceededError on a full device.
 */
export async function noteLoading(key: PackKey, record: LoadingPack, isNew: boolean): Promise<boolean> {
  const { userId, mapId } = key;
  if (!(await writeLoading(key, record, isNew))) return false;
  noteChange(() => {
    if (keptIndex.userId !== userId) return;
    keptIndex.loading.set(mapId, record);
    if (!keptIndex.mapIds.includes(mapId)) keptIndex.mapIds = [...keptIndex.mapIds, mapId];
  });
  return true;
}

/** Stores a verified file. @throws KeptStorageError; QuotaExceededError on a full device. */
export async function keepFile(file: PackFile, content: Blob): Promise<void> {
  await storeFile(file, content);
  noteChange(() => keptIndex.here.set(file.sha256, file.bytes));
}

/**
 * Makes a downloaded pack the whole one, in place of an earlier version, and deletes the files that only that version
 * had.
 *
 * @returns false, with nothing changed, if a file is now missing.
 * @throws KeptStorageError; QuotaExceededError on a full device.
 */
export async function keepWhole(key: PackKey, pack: Pack): Promise<boolean> {
  const isWhole = await completePack(key, pack);
  await refreshKeptPacks();
  return isWhole;
}

/** Removes packs, whole or not, and the files that no other pack needs. @throws KeptStorageError */
export async function removeKept(keys: readonly PackKey[]): Promise<void> {
  await deletePacks(keys);
  forgetNotes(keys);
  await refreshKeptPacks();
}

/** Deletes the files that no pack needs, for example of a pack removed during its download. @throws KeptStorageError */
export async function removeUnneeded(): Promise<void> {
  await deleteUnneeded();
  await refreshKeptPacks();
}

async function readInto(userId: UserId): Promise<void> {
  try {
    const read = () => Promise.all([readPacks(userId), listFiles()]);
    await fillIndex(userId, read, () => opened?.userId === userId);
  } catch {
    // Storage is denied: there are no packs, and a download reports why.
  }
}
