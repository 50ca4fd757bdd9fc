import type { Pack, PackFile } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';

/** Why a download stopped. */
export type PackFailure =
  | 'offline'
  /** The device has no room left. */
  | 'full'
  /** The server failed, or sent something unexpected. */
  | 'server'
  /** This browser has no storage for packs, or denies it (private windows). */
  | 'unsupported';

/** What is known about the pack of one parcours. */
export interface PackView {
  /** Phase of the download: `none` if none was started, or it is whole. */
  phase: 'none' | 'waiting' | 'downloading' | 'paused' | 'failed';
  /** A whole pack is on this device: 'Disponible hors ligne', even during its update. */
  isWhole: boolean;
  /** The server has another version: 'Mise à jour disponible'. */
  hasUpdate: boolean;
  /** A whole pack was on this device, and the browser has deleted it, or all of its files. */
  isLost: boolean;
  /** A file of the whole pack is damaged or gone; a download repairs it. */
  isDamaged: boolean;
  /** Size of the version that is or would be downloaded; null until known. */
  bytes: number | null;
  files: number | null;
  /** How much of it is already on this device. */
  bytesHere: number;
  filesHere: number;
  failure: PackFailure | null;
}

/** The packs of the person's parcours. */
export interface PacksView {
  byMap: Record<ParcoursId, PackView>;
  /** Bytes of all stored files, each counted once. */
  bytes: number;
  /** The site's storage quota on this device, and its use; null if the browser doesn't tell. */
  grant: { quotaBytes: number; usedBytes: number } | null;
  /** Whether the browser keeps stored data until somebody removes it; null while unknown. */
  isPersisted: boolean | null;
}

/** State of a download. */
export interface DownloadState {
  readonly phase: Exclude<PackView['phase'], 'none'>;
  readonly failure: PackFailure | null;
  /** Received bytes of files that are not whole yet. */
  readonly looseBytes: number;
}

/** All data from which a view is derived. */
export interface PackFacts {
  readonly whole: Pack | null;
  /** A whole pack was here, and nobody has removed it. */
  readonly isGone: boolean;
  /** A started download that is not whole yet. */
  readonly loading: Pack | null;
  /** The server's version; null until it was requested. */
  readonly latest: Pack | null;
  /** SHA-256 and bytes of the files on the device. */
  readonly here: ReadonlyMap<string, number>;
  /** Null while nothing is downloaded. */
  readonly download: DownloadState | null;
}

/** Derives the view of a parcours' pack. A started download that isn't running is paused. */
export function viewPack({ whole, isGone, loading, latest, here, download }: PackFacts): PackView {
  const target = loading ?? latest ?? whole;
  const plan = target === null ? null : planPack(target, here);
  const newest = latest ?? loading;
  const stored = whole === null ? null : planPack(whole, here);
  return {
    phase: download?.phase ?? (loading === null ? 'none' : 'paused'),
    isWhole: whole !== null,
    hasUpdate: whole !== null && newest !== null && newest.version !== whole.version,
    isLost: stored === null ? isGone : stored.files > 0 && stored.filesHere === 0,
    isDamaged: stored !== null && stored.missing.length > 0,
    bytes: plan?.bytes ?? null,
    files: plan?.files ?? null,
    bytesHere: plan === null ? 0 : Math.min(plan.bytes, plan.bytesHere + (download?.looseBytes ?? 0)),
    filesHere: plan?.filesHere ?? 0,
    failure: download?.failure ?? null,
  };
}

/** The stored and the missing files of a pack. */
export interface PackPlan {
  /** In the manifest's order, each content once. */
  readonly missing: readonly PackFile[];
  readonly bytes: number;
  readonly files: number;
  readonly bytesHere: number;
  readonly filesHere: number;
}

/** Plans the download of a pack. @param here SHA-256 and bytes of the files on the device. */
export function planPack({ files }: Pick<Pack, 'files'>, here: ReadonlyMap<string, number>): PackPlan {
  const once = [...new Map(files.map((file) => [file.sha256, file])).values()];
  const missing = once.filter(({ sha256, bytes }) => here.get(sha256) !== bytes);
  const bytes = sumBytes(once);
  return {
    missing,
    ...{ bytes, files: once.length },
    ...{ bytesHere: bytes - sumBytes(missing), filesHere: once.length - missing.length },
  };
}

function sumBytes(files: readonly PackFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

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
