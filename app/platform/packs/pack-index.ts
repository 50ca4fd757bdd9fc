import { linkPath } from '../../../contracts/link.ts';
import type { Pack, PackFile } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../scope.ts';
import { storage } from '../storage/storage.ts';
import type { LoadingPack, StoredPacks } from './pack-records.ts';

/** What this page knows of the packs and files on the device, so that a lookup needs no await. */
interface PackIndex {
  /** Owner of these packs; null while no packs are open. */
  userId: UserId | null;
  whole: ReadonlyMap<ParcoursId, Pack>;
  loading: Map<ParcoursId, LoadingPack>;
  /** Parcours that have a record, perhaps an unreadable one. */
  parcoursIds: readonly ParcoursId[];
  /** Parcours whose whole pack was stored and has vanished although nobody removed it. */
  lost: ReadonlySet<ParcoursId>;
  /** SHA-256 and bytes of all files on the device, for the packs of all users. */
  here: Map<string, number>;
  /** Files of the whole packs, by the path of their links. */
  byPath: ReadonlyMap<string, PackFile>;
  /** By SHA-256: whether the file was sound when this page read it. */
  verified: Map<string, Promise<boolean>>;
}

/** The index of the packs and files on the device. Only functions of this folder change it. */
export const packIndex: PackIndex = emptyIndex();

/** One person's packs and all files on the device at one moment. */
export type DevicePacks = Readonly<Pick<PackIndex, 'parcoursIds' | 'whole' | 'lost'>> & {
  readonly loading: ReadonlyMap<ParcoursId, LoadingPack>;
  readonly here: ReadonlyMap<string, number>;
};

type Change = () => void;

/** Null after a change of the index. */
let copied: DevicePacks | null = null;

const tasks = new Set<() => void>();
/** Changes made while the device is read, one list for each running read. */
const duringReads = new Set<Change[]>();

/** Calls `task` whenever the set of stored files changes, until `scope` is disposed. */
export function onIndexChanged(scope: Scope, task: () => void): void {
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

/** Calls the tasks of {@link onIndexChanged}. */
export function reportIndexChange(): void {
  for (const task of [...tasks]) task();
}

/**
 * Fills the index with what `read` finds on the device, then applies the changes made meanwhile, which the read may
 * have missed.
 *
 * @param isWanted whether these packs are still the open ones.
 */
export async function fillIndex(
  userId: UserId,
  read: () => Promise<readonly [stored: StoredPacks, here: Map<string, number>]>,
  isWanted: () => boolean,
): Promise<void> {
  const changes: Change[] = [];
  duringReads.add(changes);
  try {
    const [stored, here] = await read();
    if (!isWanted()) return;
    fill(userId, stored, here);
    for (const change of changes) change();
    copied = null;
    reportIndexChange();
  } finally {
    duringReads.delete(changes);
  }
}

function fill(userId: UserId, { parcoursIds, whole, loading }: StoredPacks, here: Map<string, number>): void {
  const byPath = new Map<string, PackFile>();
  for (const { files } of whole.values()) for (const file of files) byPath.set(linkPath(file.link), file);
  const lost = findLost(userId, { parcoursIds, whole });
  Object.assign(packIndex, { userId, parcoursIds, whole, loading: new Map(loading), lost, here, byPath });
}

/** Empties the index. */
export function emptyPackIndex(): void {
  Object.assign(packIndex, emptyIndex());
  copied = null;
  reportIndexChange();
}

/** Finds the file behind a link, if a whole pack lists it and it is on the device. */
export function findStoredFile(link: string): PackFile | null {
  const file = packIndex.byPath.get(linkPath(link));
  return file !== undefined && packIndex.here.get(file.sha256) === file.bytes ? file : null;
}

function emptyIndex(): PackIndex {
  return {
    ...{ userId: null, parcoursIds: [], whole: new Map(), loading: new Map(), lost: new Set<ParcoursId>() },
    ...{ here: new Map(), byPath: new Map(), verified: new Map() },
  };
}

// In local storage: browsers that are short of room delete Cache storage, and some leave this.
/**
 * Notes the whole packs that a person has on this device, and returns the parcours whose noted pack the browser has
 * deleted.
 *
 * @param parcoursIds parcours with any record; one that an earlier build of the app wrote may be unreadable
 */
export function findLost(
  userId: UserId,
  {
    parcoursIds,
    whole,
  }: { readonly parcoursIds: readonly ParcoursId[]; readonly whole: ReadonlyMap<ParcoursId, unknown> },
): Set<ParcoursId> {
  const notes = storage.read('keptPacks');
  const noted = new Set(notes.filter(({ ownerId }) => ownerId === userId).map(({ mapId: parcoursId }) => parcoursId));
  const fresh = [...whole.keys()].filter((parcoursId) => !noted.has(parcoursId));
  if (fresh.length > 0)
    storage.write('keptPacks', [...notes, ...fresh.map((parcoursId) => ({ ownerId: userId, mapId: parcoursId }))]);
  return new Set([...noted].filter((parcoursId) => !parcoursIds.includes(parcoursId)));
}

/** Forgets packs that the person has removed. */
export function forgetNotes(keys: readonly { readonly userId: UserId; readonly parcoursId: ParcoursId }[]): void {
  const isRemoved = (ownerId: UserId, parcoursId: ParcoursId): boolean =>
    keys.some((key) => key.userId === ownerId && key.parcoursId === parcoursId);
  storage.write(
    'keptPacks',
    storage.read('keptPacks').filter(({ ownerId, mapId: parcoursId }) => !isRemoved(ownerId, parcoursId)),
  );
}
