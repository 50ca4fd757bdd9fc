import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { planPack } from './pack-plan.ts';

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
export interface PacksState {
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
  const kept = whole === null ? null : planPack(whole, here);
  return {
    phase: download?.phase ?? (loading === null ? 'none' : 'paused'),
    isWhole: whole !== null,
    hasUpdate: whole !== null && newest !== null && newest.version !== whole.version,
    isLost: kept === null ? isGone : kept.files > 0 && kept.filesHere === 0,
    isDamaged: kept !== null && kept.missing.length > 0,
    bytes: plan?.bytes ?? null,
    files: plan?.files ?? null,
    bytesHere: plan === null ? 0 : Math.min(plan.bytes, plan.bytesHere + (download?.looseBytes ?? 0)),
    filesHere: plan?.filesHere ?? 0,
    failure: download?.failure ?? null,
  };
}
