import * as z from 'zod/mini';
import { linkPath } from '../../../contracts/link.ts';
import { Pack, type PackFile } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../scope.ts';
import { storage } from '../storage/storage.ts';
import { deleteFile, type FileContent, readFile, sha256Of } from './pack-files.ts';

/** A pack that is being downloaded. */
export const LoadingPack = z.object({
  pack: Pack,
  /** Paused by the person, so that it doesn't continue by itself. */
  isPaused: z.boolean(),
});
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

/** One person's packs and all files on the device at one moment. */
export interface DevicePacks extends StoredPacks {
  /** Parcours whose whole pack was stored and has vanished although nobody removed it. */
  readonly lost: ReadonlySet<ParcoursId>;
  /** SHA-256 and bytes of all files on the device, for the packs of all users. */
  readonly here: ReadonlyMap<string, number>;
}

/** What this page knows of the packs and files on the device, so that a lookup needs no await. */
interface PackIndex {
  /** Owner of these packs; null while no packs are open. */
  userId: UserId | null;
  parcoursIds: DevicePacks['parcoursIds'];
  whole: DevicePacks['whole'];
  lost: DevicePacks['lost'];
  loading: Map<ParcoursId, LoadingPack>;
  here: Map<string, number>;
  /** Files of the whole packs, by the path of their links. */
  byPath: ReadonlyMap<string, PackFile>;
  /** By SHA-256: whether the file was sound when this page read it. */
  verified: Map<string, Promise<boolean>>;
}

/** The index of the packs and files on the device. Only functions of this folder change it. */
export const packIndex: PackIndex = emptyIndex();

type Change = () => void;

/** Null after a change of the index. */
let copied: DevicePacks | null = null;

const tasks = new Set<() => void>();
/** Changes made while the device is read, one list for each running read. */
const duringReads = new Set<Change[]>();

/** Calls `task` whenever the set of stored files changes, until `scope` is disposed. */
export function onStoredFilesChanged(scope: Scope, task: () => void): void {
  tasks.add(task);
  scope.add(() => tasks.delete(task));
}

/** Returns what this page knows of the device's packs and files; later changes don't change the returned object. */
export function devicePacks(): DevicePacks {
  const { parcoursIds, whole, loading, lost, here } = packIndex;
  copied ??= { parcoursIds, whole, lost, loading: new Map(loading), here: new Map(here) };
  return copied;
}

/** Applies a change to the index, after it was made on the device. */
export function noteChange(change: Change): void {
  change();
  copied = null;
  for (const changes of duringReads) changes.push(change);
}

function reportChange(): void {
  for (const task of [...tasks]) task();
}

/**
 * Fills the index with what `read` finds on the device, and with changes made meanwhile, unless other packs are open by
 * then.
 */
export async function fillIndex(
  userId: UserId,
  read: () => Promise<readonly [stored: StoredPacks, here: Map<string, number>]>,
  isWanted: () => boolean,
): Promise<void> {
  const changes: Change[] = [];
  duringReads.add(changes);
  try {
    const [{ parcoursIds, whole, loading }, here] = await read();
    if (!isWanted()) return;
    const byPath = new Map<string, PackFile>();
    for (const { files } of whole.values()) for (const file of files) byPath.set(linkPath(file.link), file);
    const lost = findLost(userId, parcoursIds, whole);
    Object.assign(packIndex, { userId, parcoursIds, whole, loading: new Map(loading), lost, here, byPath });
    for (const change of changes) change();
    copied = null;
    reportChange();
  } finally {
    duringReads.delete(changes);
  }
}

/** Empties the index. */
export function emptyPackIndex(): void {
  Object.assign(packIndex, emptyIndex());
  copied = null;
  reportChange();
}

function emptyIndex(): PackIndex {
  return {
    ...{ userId: null, parcoursIds: [], whole: new Map(), loading: new Map(), lost: new Set<ParcoursId>() },
    ...{ here: new Map(), byPath: new Map(), verified: new Map() },
  };
}

// In local storage: browsers that are short of room delete Cache storage, and some leave this.
/** Notes a person's whole packs, and returns the parcours whose noted pack the browser has deleted. */
function findLost(
  ownerId: UserId,
  parcoursIds: readonly ParcoursId[],
  whole: ReadonlyMap<ParcoursId, unknown>,
): Set<ParcoursId> {
  const notes = storage.read('keptPacks');
  const noted = new Set(notes.filter((note) => note.ownerId === ownerId).map(({ mapId }) => mapId));
  const fresh = [...whole.keys()].filter((mapId) => !noted.has(mapId));
  if (fresh.length > 0) storage.write('keptPacks', [...notes, ...fresh.map((mapId) => ({ ownerId, mapId }))]);
  return new Set([...noted].filter((mapId) => !parcoursIds.includes(mapId)));
}

/** Forgets packs that the person has removed. */
export function forgetNotes(keys: readonly PackKey[]): void {
  const isRemoved = (ownerId: UserId, mapId: ParcoursId): boolean =>
    keys.some((key) => key.userId === ownerId && key.parcoursId === mapId);
  storage.write(
    'keptPacks',
    storage.read('keptPacks').filter(({ ownerId, mapId }) => !isRemoved(ownerId, mapId)),
  );
}

/** Finds the file behind a link, if a whole pack lists it and it is on the device. */
function findStoredFile(link: string): PackFile | null {
  const file = packIndex.byPath.get(linkPath(link));
  return file !== undefined && packIndex.here.get(file.sha256) === file.bytes ? file : null;
}

/** True if a whole pack on this device holds the file behind this link. The query of a link is ignored. */
export function isStored(link: string): boolean {
  return findStoredFile(link) !== null;
}

/**
 * Returns the stored file behind this link; null if no whole pack holds it, it is damaged, or it can't be read this
 * time. Verifies its SHA-256 the first time that a page opens it; deletes a damaged file.
 */
export async function openStoredFile(link: string): Promise<Blob | null> {
  const file = findStoredFile(link);
  return file === null ? null : openFile(file);
}

/**
 * Reads a file of a pack and compares its SHA-256, even if this page has done so before. Deletes a damaged file; one
 * that can't be read this time stays.
 */
export async function isFileSound(file: FileContent): Promise<boolean> {
  packIndex.verified.delete(file.sha256);
  return (await openFile(file)) !== null;
}

async function openFile(file: FileContent): Promise<Blob | null> {
  const { sha256 } = file;
  try {
    const content = await readFile(file);
    if (content !== null && (await isSound(file, content))) return content;
    packIndex.verified.delete(sha256);
    await deleteFile(file);
    noteChange(() => packIndex.here.delete(sha256));
    reportChange();
  } catch {
    // The storage is denied now, or the file can't be read this time: the caller uses the network.
  }
  return null;
}

function isSound({ sha256, bytes }: FileContent, content: Blob): Promise<boolean> {
  const { verified } = packIndex;
  const known = verified.get(sha256);
  if (known !== undefined) return known;
  const found = content.size === bytes ? sha256Of(content).then((hash) => hash === sha256) : Promise.resolve(false);
  verified.set(sha256, found);
  // The next attempt to read may succeed.
  found.catch(() => {
    if (verified.get(sha256) === found) verified.delete(sha256);
  });
  return found;
}
