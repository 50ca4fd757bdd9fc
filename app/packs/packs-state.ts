import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import type { DevicePacks } from '../platform/packs/stored-files.ts';
import { NO_TRIES, type Tries } from './pack-tries.ts';
import { type DownloadState, type PackView, viewPack } from './pack-view.ts';

/** One person's packs: on the device, on the server, and being downloaded. */
export interface PacksState {
  readonly device: DevicePacks;
  /** The server's latest manifests, and when they were requested, by `performance.now`, which nobody sets. */
  readonly latest: ReadonlyMap<ParcoursId, { readonly pack: Pack; readonly atMs: number }>;
  /** This session's downloads, also those that have failed or been stopped. */
  readonly downloads: ReadonlyMap<ParcoursId, Download>;
  /** Number of downloads started so far. */
  readonly runs: number;
}

/** Why a download is stopped. */
export type StopReason =
  | 'paused'
  /** 'Hors ligne' is on: the download restarts after it. */
  | 'suspended'
  | 'removed'
  /** The server no longer lists the parcours. */
  | 'former'
  | 'removed-elsewhere';

/** The download of one parcours' pack. */
export interface Download {
  /** Differs for each start. */
  readonly run: number;
  /** The person asked for it. An automatic download ends if another tab has ended or paused it meanwhile. */
  readonly isAsked: boolean;
  /** It has a record on the device: another tab that removes the record ends the download. */
  readonly isNoted: boolean;
  /** `closing`: its record is changed or removed, after it has stopped. */
  readonly activity: 'running' | 'stopping' | 'closing' | 'none';
  readonly stop: StopReason | null;
  /** Starts again once it has stopped. */
  readonly next: { readonly isAsked: boolean } | null;
  /** The version that is downloaded; null until it is requested. */
  readonly pack: Pack | null;
  /** The version that stays if the server has no other; null requests fresh links. */
  readonly known: Pack | null;
  readonly tries: Tries;
  /** Number of files that the current try has stored. */
  readonly stored: number;
  readonly shown: DownloadState | null;
}

/** Shown while files are fetched, before any has come. */
export const DOWNLOADING: DownloadState = { phase: 'downloading', failure: null, looseBytes: 0 };
/** Shown while a download waits for its turn, the network, or its next try. */
export const WAITING: DownloadState = { phase: 'waiting', failure: null, looseBytes: 0 };

/** A download that nothing is known of yet. */
export const NEW_DOWNLOAD: Download = {
  run: 0,
  isAsked: false,
  isNoted: false,
  activity: 'none',
  stop: null,
  next: null,
  pack: null,
  known: null,
  tries: NO_TRIES,
  stored: 0,
  shown: null,
};

/** State at the start of every session, until the device was read. */
export const NO_PACKS: PacksState = {
  device: { parcoursIds: [], whole: new Map(), loading: new Map(), lost: new Set(), here: new Map() },
  latest: new Map(),
  downloads: new Map(),
  runs: 0,
};

/** Derives what is shown of one parcours' pack. */
export function viewOf({ device, latest, downloads }: PacksState, parcoursId: ParcoursId): PackView {
  return viewPack({
    here: device.here,
    whole: device.whole.get(parcoursId) ?? null,
    isGone: device.lost.has(parcoursId),
    loading: device.loading.get(parcoursId)?.pack ?? null,
    latest: latest.get(parcoursId)?.pack ?? null,
    download: downloads.get(parcoursId)?.shown ?? null,
  });
}

/** Lists the parcours whose pack, or its size, is known. */
export function listKnown({ device, latest, downloads }: PacksState): ReadonlySet<ParcoursId> {
  return new Set([...device.parcoursIds, ...device.lost, ...latest.keys(), ...downloads.keys()]);
}

/** Lists the parcours whose pack is on the device, whole or in part, or being downloaded. */
export function listRemovable({ device, downloads }: PacksState): ParcoursId[] {
  const running = [...downloads].filter(([, { activity }]) => activity !== 'none').map(([parcoursId]) => parcoursId);
  return [...new Set([...device.parcoursIds, ...running])];
}

/** Changes one download, which there may not be yet. */
export function change(state: PacksState, parcoursId: ParcoursId, changed: Partial<Download>): PacksState {
  const download = { ...(state.downloads.get(parcoursId) ?? NEW_DOWNLOAD), ...changed };
  return { ...state, downloads: new Map(state.downloads).set(parcoursId, download) };
}

/** Forgets one download. */
export function drop(state: PacksState, parcoursId: ParcoursId): PacksState {
  const downloads = new Map(state.downloads);
  downloads.delete(parcoursId);
  return { ...state, downloads };
}

/** Notes the server's latest manifest of a pack. */
export function noteLatest(state: PacksState, parcoursId: ParcoursId, pack: Pack, atMs: number): PacksState {
  return { ...state, latest: new Map(state.latest).set(parcoursId, { pack, atMs }) };
}

/** Forgets the latest manifests of these parcours. */
export function forget(state: PacksState, parcoursIds: readonly ParcoursId[]): PacksState {
  return { ...state, latest: new Map([...state.latest].filter(([parcoursId]) => !parcoursIds.includes(parcoursId))) };
}

/** True while an effect of a download runs. */
export function isBusy(download: Download | undefined): boolean {
  return download !== undefined && download.activity !== 'none';
}
