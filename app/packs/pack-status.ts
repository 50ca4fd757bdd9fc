import type { ParcoursId } from '../../contracts/vocabulary.ts';
import type { PackView } from './packs.ts';

/** Status of a pack: the current phase of its download, or otherwise the state of its files on the device. */
export type PackStatus =
  | 'absent'
  | 'waiting'
  | 'downloading'
  | 'paused'
  | 'failed'
  /** The browser has deleted it. */
  | 'lost'
  /** Whole except for a file that is damaged or gone. */
  | 'damaged'
  /** Whole, and the server has another version. */
  | 'outdated'
  | 'whole';

/** Derives the status of a pack; `view` is undefined if nothing is known about it. */
export function packStatus(view: Readonly<PackView> | undefined): PackStatus {
  if (view === undefined) return 'absent';
  if (view.phase !== 'none') return view.phase;
  if (view.isLost) return 'lost';
  if (!view.isWhole) return 'absent';
  if (view.isDamaged) return 'damaged';
  return view.hasUpdate ? 'outdated' : 'whole';
}

/** True if the parcours can be walked without a network. */
export function isPackWhole(view: Readonly<PackView> | undefined): boolean {
  return view?.isWhole === true && !view.isDamaged;
}

/** Counts the packs on this device, whole or in part. */
export function countPacks(byMap: Readonly<Record<ParcoursId, PackView>>): number {
  return Object.values(byMap).filter((view) => view.isWhole || !['absent', 'lost'].includes(packStatus(view))).length;
}

/** Returns the share of a download's bytes that are on this device, 0 to 1; null while the size is unknown. */
export function packShare(view: Readonly<PackView> | undefined): number | null {
  if (view === undefined || view.bytes === null) return null;
  return view.bytes === 0 ? 1 : Math.min(1, view.bytesHere / view.bytes);
}
