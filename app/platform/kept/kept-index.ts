import { linkPath } from '../../../contracts/link.ts';
import type { Pack, PackFile } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../scope.ts';
import { findLost } from './kept-notes.ts';
import type { LoadingPack, StoredPacks } from './pack-records.ts';

/** What this page knows of the packs and files on the device, so that a lookup needs no await. */
interface KeptIndex {
  /** Whose packs these are; null while nobody's are open. */
  userId: UserId | null;
  whole: ReadonlyMap<ParcoursId, Pack>;
  loading: Map<ParcoursId, LoadingPack>;
  /** Parcours with a record, which may be unreadable. */
  mapIds: readonly ParcoursId[];
  /** Parcours whose whole pack was kept and is gone without anybody's removing it. */
  lost: ReadonlySet<ParcoursId>;
  /** SHA-256 and bytes of all files on the device, whoever's pack they belong to. */
  here: Map<string, number>;
  /** Files of the whole packs, by the path of their links. */
  byPath: ReadonlyMap<string, PackFile>;
  /** Whether a file was sound when this page read it, by SHA-256. */
  verified: Map<string, Promise<boolean>>;
}

/** What this page knows of the packs and files on the device. Changed only by the functions of this folder. */
export const keptIndex: KeptIndex = emptyIndex();

type Change = () => void;

const tasks = new Set<() => void>();
/** What changes while the device is read, for each reading. */
const duringReads = new Set<Change[]>();

/** Calls `task` whenever other files are kept than before, until `scope` is disposed. */
export function onIndexChanged(scope: Scope, task: () => void): void {
  tasks.add(task);
  scope.add(() => tasks.delete(task));
}

/** Notes a change of what is on the device, once it is done there. */
export function noteChange(change: Change): void {
  change();
  for (const changes of duringReads) changes.push(change);
}

/** Reports a change to those who asked for it by {@link onIndexChanged}. */
export function reportIndexChange(): void {
  for (const task of [...tasks]) task();
}

/**
 * Fills the index with what `read` finds on the device, and the changes that were noted meanwhile, which it may have missed.
 *
 * @param isWanted whether it is still these packs that are open.
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
    reportIndexChange();
  } finally {
    duringReads.delete(changes);
  }
}

function fill(userId: UserId, { mapIds, whole, loading }: StoredPacks, here: Map<string, number>): void {
  const byPath = new Map<string, PackFile>();
  for (const { files } of whole.values()) for (const file of files) byPath.set(linkPath(file.link), file);
  const lost = findLost(userId, { mapIds, whole });
  Object.assign(keptIndex, { userId, mapIds, whole, loading: new Map(loading), lost, here, byPath });
}

/** Shows nothing. */
export function emptyKeptIndex(): void {
  Object.assign(keptIndex, emptyIndex());
  reportIndexChange();
}

/** The file behind a link, if a whole pack has it and it is on the device. */
export function findKept(link: string): PackFile | null {
  const file = keptIndex.byPath.get(linkPath(link));
  return file !== undefined && keptIndex.here.get(file.sha256) === file.bytes ? file : null;
}

function emptyIndex(): KeptIndex {
  return {
    ...{ userId: null, mapIds: [], whole: new Map(), loading: new Map(), lost: new Set<ParcoursId>() },
    ...{ here: new Map(), byPath: new Map(), verified: new Map() },
  };
}
