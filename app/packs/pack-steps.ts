import type { Pack, PackFile } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import type { DevicePacks } from '../platform/packs/pack-index.ts';
import type { LoadingPack } from '../platform/packs/pack-records.ts';
import { decideNext, NO_TRIES, type Tries, type TryEnd } from './pack-tries.ts';
import { type DownloadState, type PackView, planPack, viewPack } from './pack-view.ts';

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
type StopReason =
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

/** Failure of a try; null if it has succeeded. */
type TryResult = Pick<TryEnd, 'fault' | 'retryAfterMs'> & {
  /** Jitter, 0 to 1, so that many devices don't retry at once. */
  readonly random: number;
};

/** A request of the person, a change on the device or in another tab, or the end of an effect. */
export type PacksEvent =
  /** The device's packs have changed: nothing to do but to show them. */
  | { readonly type: 'device-changed' }
  | { readonly type: 'download-asked'; readonly mapId: ParcoursId }
  | { readonly type: 'pause-asked'; readonly mapId: ParcoursId }
  | { readonly type: 'removal-asked'; readonly mapIds: readonly ParcoursId[] }
  /** Unfinished downloads may continue. */
  | { readonly type: 'resume-due' }
  | { readonly type: 'offline-switched'; readonly isOn: boolean }
  /** Another tab has changed the packs. */
  | { readonly type: 'tabs-changed' }
  /** The changes of another tab have been read; `noted` as in the effect `read-device`. */
  | { readonly type: 'device-read'; readonly noted: ReadonlyMap<ParcoursId, number> }
  /** No other tab downloads this pack. */
  | { readonly type: 'turn-come'; readonly mapId: ParcoursId }
  | { readonly type: 'manifest-read'; readonly mapId: ParcoursId; readonly pack: Pack; readonly atMs: number }
  /** The record was written, unless another tab has removed or paused the download. */
  | { readonly type: 'noted'; readonly mapId: ParcoursId; readonly isNoted: boolean }
  | { readonly type: 'pause-noted'; readonly mapId: ParcoursId; readonly isNoted: boolean }
  | { readonly type: 'progressed'; readonly mapId: ParcoursId; readonly looseBytes: number }
  | ({ readonly type: 'fetched'; readonly mapId: ParcoursId; readonly stored: number } & TryResult)
  | ({ readonly type: 'try-ended'; readonly mapId: ParcoursId } & TryResult)
  | { readonly type: 'wait-over'; readonly mapId: ParcoursId }
  /** An aborted effect has ended. */
  | { readonly type: 'stopped'; readonly mapId: ParcoursId }
  /** The download was refused because the server no longer lists the parcours. */
  | { readonly type: 'membership-over'; readonly mapId: ParcoursId }
  | { readonly type: 'removed'; readonly mapIds: readonly ParcoursId[] }
  | { readonly type: 'swept'; readonly mapId: ParcoursId }
  | { readonly type: 'look-up-asked'; readonly mapId: ParcoursId }
  | { readonly type: 'looked-up'; readonly mapId: ParcoursId; readonly pack: Pack; readonly atMs: number }
  /** Looks up a whole pack that was not looked up for an hour. */
  | { readonly type: 'look-up-due'; readonly mapId: ParcoursId; readonly nowMs: number }
  /** The server has listed the person's parcours. */
  | { readonly type: 'listed'; readonly mapIds: ReadonlySet<ParcoursId> }
  /** The server no longer lists these parcours. */
  | { readonly type: 'former-found'; readonly mapIds: readonly ParcoursId[] };

/** An effect for the caller to run; each reports its end by an event. */
export type PacksEffect =
  /** Reads the device, and reports the noted downloads of before, by their run: a later one has no record yet. */
  | { readonly type: 'read-device'; readonly noted: ReadonlyMap<ParcoursId, number> }
  /** Waits until no other tab downloads this pack. The turn lasts until all that follows from it has ended. */
  | { readonly type: 'take-turn'; readonly mapId: ParcoursId }
  /** Aborts the effect of a running download. */
  | { readonly type: 'abort'; readonly mapId: ParcoursId }
  | { readonly type: 'read-manifest'; readonly mapId: ParcoursId; readonly known: Pack | null }
  /** Writes the record of a download, even if there is none so far if `isNew`. */
  | { readonly type: 'note'; readonly mapId: ParcoursId; readonly record: LoadingPack; readonly isNew: boolean }
  | { readonly type: 'note-pause'; readonly mapId: ParcoursId; readonly record: LoadingPack }
  | { readonly type: 'fetch'; readonly mapId: ParcoursId; readonly files: readonly PackFile[] }
  /** Makes a pack whose files are here the whole one. */
  | { readonly type: 'complete'; readonly mapId: ParcoursId; readonly pack: Pack }
  | { readonly type: 'wait'; readonly mapId: ParcoursId; readonly forMs: number }
  | { readonly type: 'remove'; readonly mapIds: readonly ParcoursId[] }
  /** Deletes files that a download stored after another tab had removed its pack. */
  | { readonly type: 'sweep'; readonly mapId: ParcoursId }
  | { readonly type: 'look-up'; readonly mapId: ParcoursId; readonly known: Pack | null }
  /** Asks the server which of these parcours it no longer lists. */
  | { readonly type: 'find-former'; readonly mapIds: readonly ParcoursId[] }
  /** Loads the list of parcours again if it has one of these. */
  | { readonly type: 'reload-list'; readonly mapIds: readonly ParcoursId[] }
  | { readonly type: 'tell-tabs' }
  /** Reads how much the browser lets this site store. */
  | { readonly type: 'read-grant' };

/** The next state, and the effects to run. */
export type PacksStep = readonly [next: PacksState, effects: readonly PacksEffect[]];

/** How often the app itself checks whether a pack has a new version. */
const LOOK_UP_EVERY_MS = 60 * 60 * 1000;

const DOWNLOADING: DownloadState = { phase: 'downloading', failure: null, looseBytes: 0 };
const WAITING: DownloadState = { phase: 'waiting', failure: null, looseBytes: 0 };

const NEW_DOWNLOAD: Download = {
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
  device: { mapIds: [], whole: new Map(), loading: new Map(), lost: new Set(), here: new Map() },
  latest: new Map(),
  downloads: new Map(),
  runs: 0,
};

/**
 * Runs one step of the state machine of all packs. Pure. A download takes its turn among the tabs, then tries until its
 * pack is whole: it requests the manifest, notes the download on the device, fetches what is missing and completes the
 * pack. A running download has one effect at a time, which ends before anything else is done with its pack.
 */
export function step(state: PacksState, event: PacksEvent): PacksStep {
  switch (event.type) {
    case 'device-changed':
      return [state, []];
    case 'download-asked':
      return start(state, event.mapId, true);
    case 'pause-asked':
      return stop(state, event.mapId, 'paused');
    case 'removal-asked':
      return remove(state, event.mapIds, 'removed');
    case 'resume-due':
      return each(state, listUnfinished(state), (next, mapId) => start(next, mapId, false));
    case 'offline-switched':
      return event.isOn ? suspendAll(state) : resumeSuspended(state);
    case 'tabs-changed':
      return [state, [{ type: 'read-device', noted: listNoted(state) }]];
    case 'device-read':
      return followTabs(state, event.noted);
    case 'turn-come':
      return onTurn(state, event.mapId);
    case 'manifest-read':
      return onManifest(state, event.mapId, event.pack, event.atMs);
    case 'noted':
      return onNoted(state, event.mapId, event.isNoted);
    case 'pause-noted':
      return onPauseNoted(state, event.mapId, event.isNoted);
    case 'progressed':
      return onProgress(state, event.mapId, event.looseBytes);
    case 'fetched':
      return onFetched(state, event.mapId, event);
    case 'try-ended':
      return onTryEnd(state, event.mapId, event);
    case 'wait-over':
      return tryAgain(state, event.mapId);
    case 'stopped':
      return close(state, event.mapId);
    case 'membership-over':
      return close(forget(change(state, event.mapId, { stop: 'former' }), [event.mapId]), event.mapId);
    case 'removed':
      return onRemoved(state, event.mapIds);
    case 'swept':
      return and(settle(state, event.mapId, null), { type: 'read-grant' });
    case 'look-up-asked':
      return lookUp(state, event.mapId);
    case 'look-up-due':
      return isLookUpDue(state, event.mapId, event.nowMs) ? lookUp(state, event.mapId) : [state, []];
    case 'looked-up':
      return [noteLatest(state, event.mapId, event.pack, event.atMs), []];
    case 'listed':
      return findUnlisted(state, event.mapIds);
    case 'former-found':
      return remove(forget(state, event.mapIds), event.mapIds, 'former');
  }
}

/** Derives what is shown of one parcours' pack. */
export function viewOf({ device, latest, downloads }: PacksState, mapId: ParcoursId): PackView {
  return viewPack({
    here: device.here,
    whole: device.whole.get(mapId) ?? null,
    isGone: device.lost.has(mapId),
    loading: device.loading.get(mapId)?.pack ?? null,
    latest: latest.get(mapId)?.pack ?? null,
    download: downloads.get(mapId)?.shown ?? null,
  });
}

/** Lists the parcours whose pack, or its size, is known. */
export function listKnown({ device, latest, downloads }: PacksState): ReadonlySet<ParcoursId> {
  return new Set([...device.mapIds, ...device.lost, ...latest.keys(), ...downloads.keys()]);
}

/** Lists the parcours whose pack is on the device, whole or in part, or being downloaded. */
export function listRemovable({ device, downloads }: PacksState): ParcoursId[] {
  const running = [...downloads].filter(([, { activity }]) => activity !== 'none').map(([mapId]) => mapId);
  return [...new Set([...device.mapIds, ...running])];
}

function change(state: PacksState, mapId: ParcoursId, changed: Partial<Download>): PacksState {
  const download = { ...(state.downloads.get(mapId) ?? NEW_DOWNLOAD), ...changed };
  return { ...state, downloads: new Map(state.downloads).set(mapId, download) };
}

function drop(state: PacksState, mapId: ParcoursId): PacksState {
  const downloads = new Map(state.downloads);
  downloads.delete(mapId);
  return { ...state, downloads };
}

function noteLatest(state: PacksState, mapId: ParcoursId, pack: Pack, atMs: number): PacksState {
  return { ...state, latest: new Map(state.latest).set(mapId, { pack, atMs }) };
}

function forget(state: PacksState, mapIds: readonly ParcoursId[]): PacksState {
  return { ...state, latest: new Map([...state.latest].filter(([mapId]) => !mapIds.includes(mapId))) };
}

function each(
  state: PacksState,
  mapIds: Iterable<ParcoursId>,
  stepOne: (state: PacksState, mapId: ParcoursId) => PacksStep,
): PacksStep {
  let next = state;
  const all: PacksEffect[] = [];
  for (const mapId of mapIds) {
    const [changed, effects] = stepOne(next, mapId);
    next = changed;
    all.push(...effects);
  }
  return [next, all];
}

function and([state, effects]: PacksStep, ...more: readonly PacksEffect[]): PacksStep {
  return [state, [...effects, ...more]];
}

function isBusy(download: Download | undefined): boolean {
  return download !== undefined && download.activity !== 'none';
}

function start(state: PacksState, mapId: ParcoursId, isAsked: boolean): PacksStep {
  const before = state.downloads.get(mapId);
  if (before?.activity === 'running') return [state, []];
  if (isBusy(before)) return [change(state, mapId, { next: { isAsked } }), []];
  const runs = state.runs + 1;
  const started: Download = { ...NEW_DOWNLOAD, run: runs, isAsked, activity: 'running', shown: WAITING };
  return [{ ...change(state, mapId, started), runs }, [{ type: 'take-turn', mapId }]];
}

function onTurn(state: PacksState, mapId: ParcoursId): PacksStep {
  const begun = state.device.loading.get(mapId);
  const isNoted = begun?.isPaused === false;
  if (state.downloads.get(mapId)?.isAsked !== true && !isNoted) return settle(state, mapId, null);
  const known = begun?.pack ?? state.latest.get(mapId)?.pack ?? null;
  return tryAgain(change(state, mapId, { isNoted, known, shown: DOWNLOADING }), mapId);
}

function tryAgain(state: PacksState, mapId: ParcoursId): PacksStep {
  const { pack, known, isNoted } = state.downloads.get(mapId) ?? NEW_DOWNLOAD;
  const next = change(state, mapId, { stored: 0 });
  if (pack === null) return [next, [{ type: 'read-manifest', mapId, known }]];
  return [next, [{ type: 'note', mapId, record: { pack, isPaused: false }, isNew: !isNoted }]];
}

function onManifest(state: PacksState, mapId: ParcoursId, pack: Pack, atMs: number): PacksStep {
  return tryAgain(change(noteLatest(state, mapId, pack, atMs), mapId, { pack }), mapId);
}

function onNoted(state: PacksState, mapId: ParcoursId, isNoted: boolean): PacksStep {
  const pack = state.downloads.get(mapId)?.pack ?? null;
  if (!isNoted || pack === null) return close(change(state, mapId, { stop: 'removed-elsewhere', shown: null }), mapId);
  const { missing } = planPack(pack, state.device.here);
  return [change(state, mapId, { isNoted: true, shown: DOWNLOADING }), [{ type: 'fetch', mapId, files: missing }]];
}

function onPauseNoted(state: PacksState, mapId: ParcoursId, isNoted: boolean): PacksStep {
  const { stop: reason, shown } = state.downloads.get(mapId) ?? NEW_DOWNLOAD;
  // The person may have removed it while its pause was written.
  const closed = reason === 'paused' ? settle(state, mapId, shown) : close(state, mapId);
  return isNoted ? and(closed, { type: 'tell-tabs' }) : closed;
}

function onProgress(state: PacksState, mapId: ParcoursId, looseBytes: number): PacksStep {
  if (state.downloads.get(mapId)?.activity !== 'running') return [state, []];
  return [change(state, mapId, { shown: { ...DOWNLOADING, looseBytes } }), []];
}

function onFetched(before: PacksState, mapId: ParcoursId, result: TryResult & { readonly stored: number }): PacksStep {
  const state = change(before, mapId, { stored: result.stored });
  const pack = state.downloads.get(mapId)?.pack ?? null;
  if (result.fault !== null || pack === null) return onTryEnd(state, mapId, result);
  return [state, [{ type: 'complete', mapId, pack }]];
}

function onTryEnd(state: PacksState, mapId: ParcoursId, { fault, retryAfterMs, random }: TryResult): PacksStep {
  const { tries: before, stored, pack, known, stop } = state.downloads.get(mapId) ?? NEW_DOWNLOAD;
  const { move, tries } = decideNext({ fault, retryAfterMs, stored }, before, random);
  switch (move.type) {
    case 'complete':
      // It was whole before it could be stopped.
      if (stop === 'removed' || stop === 'former') return close(state, mapId);
      return and(settle(state, mapId, null), { type: 'tell-tabs' }, { type: 'read-grant' });
    case 'fail': {
      const shown: DownloadState = { phase: 'failed', failure: move.failure, looseBytes: 0 };
      return and(settle(state, mapId, shown), { type: 'tell-tabs' }, { type: 'read-grant' });
    }
    case 'renew':
      // Not even the same version, because its links may have expired.
      return tryAgain(change(state, mapId, { tries, known: null, pack: null }), mapId);
    case 'wait': {
      // The parcours may change while the device has no network for hours.
      const versions = move.failure === 'offline' && pack !== null ? { known: pack, pack: null } : { known, pack };
      const shown = { ...WAITING, failure: move.failure };
      return [change(state, mapId, { tries, ...versions, shown }), [{ type: 'wait', mapId, forMs: move.forMs }]];
    }
  }
}

/** Stops a download for this reason, and does what follows; at once if nothing of it runs. */
function stop(state: PacksState, mapId: ParcoursId, reason: StopReason): PacksStep {
  const before = state.downloads.get(mapId) ?? NEW_DOWNLOAD;
  const stopping = change(state, mapId, { stop: reason, next: null, shown: shownAs(reason, before) });
  if (before.activity === 'none') return close(stopping, mapId);
  if (before.activity !== 'running') return [stopping, []];
  return [change(stopping, mapId, { activity: 'stopping' }), [{ type: 'abort', mapId }]];
}

function shownAs(reason: StopReason, { shown }: Download): DownloadState | null {
  if (reason === 'paused') return { phase: 'paused', failure: null, looseBytes: 0 };
  if (reason === 'suspended') return { ...WAITING, failure: 'offline' };
  return reason === 'removed-elsewhere' ? null : shown;
}

/** Does what follows once nothing of a stopped download runs any more. */
function close(state: PacksState, mapId: ParcoursId): PacksStep {
  const { stop: reason, shown } = state.downloads.get(mapId) ?? NEW_DOWNLOAD;
  const closing = change(state, mapId, { activity: 'closing' });
  const begun = state.device.loading.get(mapId);
  switch (reason) {
    case 'removed':
    case 'former':
      return [closing, [{ type: 'remove', mapIds: [mapId] }]];
    case 'removed-elsewhere':
      return [closing, [{ type: 'sweep', mapId }]];
    case 'paused':
      if (begun === undefined || begun.isPaused) return settle(state, mapId, shown);
      return [closing, [{ type: 'note-pause', mapId, record: { ...begun, isPaused: true } }]];
    default:
      return settle(state, mapId, shown);
  }
}

/** Ends a download, which is shown like this from now on; starts it again if that was asked for meanwhile. */
function settle(state: PacksState, mapId: ParcoursId, shown: DownloadState | null): PacksStep {
  const next = state.downloads.get(mapId)?.next ?? null;
  if (next !== null) return start(drop(state, mapId), mapId, next.isAsked);
  return [shown === null ? drop(state, mapId) : change(state, mapId, { activity: 'none', shown }), []];
}

/** Ends the downloads of these parcours and removes their packs. */
function remove(state: PacksState, mapIds: readonly ParcoursId[], reason: 'removed' | 'former'): PacksStep {
  const isRunning = (mapId: ParcoursId): boolean => isBusy(state.downloads.get(mapId));
  const idle = mapIds.filter((mapId) => !isRunning(mapId));
  const [stopping, effects] = each(state, mapIds.filter(isRunning), (next, mapId) => stop(next, mapId, reason));
  const closing = idle.reduce((next, mapId) => change(next, mapId, { activity: 'closing', stop: reason }), stopping);
  return [closing, idle.length === 0 ? effects : [...effects, { type: 'remove', mapIds: idle }]];
}

function onRemoved(state: PacksState, mapIds: readonly ParcoursId[]): PacksStep {
  const former = mapIds.filter((mapId) => state.downloads.get(mapId)?.stop === 'former');
  const settled = and(
    each(state, mapIds, (next, mapId) => settle(next, mapId, null)),
    { type: 'tell-tabs' },
    { type: 'read-grant' },
  );
  return former.length === 0 ? settled : and(settled, { type: 'reload-list', mapIds: former });
}

function suspendAll(state: PacksState): PacksStep {
  const running = [...state.downloads].filter(([, { activity }]) => activity === 'running');
  return each(
    state,
    running.map(([mapId]) => mapId),
    (next, mapId) => stop(next, mapId, 'suspended'),
  );
}

/** Restarts what 'hors ligne' has stopped, even if the person saves data. */
function resumeSuspended(state: PacksState): PacksStep {
  const suspended = [...state.downloads].filter(([, download]) => download.stop === 'suspended');
  return each(
    state,
    suspended.map(([mapId]) => mapId),
    (next, mapId) => {
      const { isAsked, isNoted } = next.downloads.get(mapId) ?? NEW_DOWNLOAD;
      // The device's record decides now, because another tab may have changed it.
      return start(next, mapId, isAsked && !isNoted);
    },
  );
}

function listUnfinished({ device }: PacksState): ParcoursId[] {
  return device.mapIds.filter((mapId) => device.loading.get(mapId)?.isPaused === false);
}

function listNoted({ downloads }: PacksState): ReadonlyMap<ParcoursId, number> {
  const noted = [...downloads].filter(([, download]) => download.isNoted && isUnfinished(download));
  return new Map(noted.map(([mapId, { run }]) => [mapId, run]));
}

function isUnfinished(download: Download): boolean {
  return isBusy(download) || download.stop === 'suspended';
}

/** Ends the downloads that another tab has paused or removed. */
function followTabs(state: PacksState, noted: ReadonlyMap<ParcoursId, number>): PacksStep {
  return each(state, noted.keys(), (next, mapId) => {
    const download = next.downloads.get(mapId);
    const begun = next.device.loading.get(mapId);
    const isDue = download !== undefined && download.run === noted.get(mapId) && isUnfinished(download);
    if (!isDue || begun?.isPaused === false) return [next, []];
    return stop(next, mapId, begun === undefined ? 'removed-elsewhere' : 'paused');
  });
}

function lookUp(state: PacksState, mapId: ParcoursId): PacksStep {
  const known = state.latest.get(mapId)?.pack ?? state.device.whole.get(mapId) ?? null;
  return [state, [{ type: 'look-up', mapId, known }]];
}

function isLookUpDue({ device, latest }: PacksState, mapId: ParcoursId, nowMs: number): boolean {
  const { atMs = Number.NEGATIVE_INFINITY } = latest.get(mapId) ?? {};
  return device.whole.has(mapId) && !device.loading.has(mapId) && nowMs - atMs > LOOK_UP_EVERY_MS;
}

/** Has the server confirm which packs are of former parcours, because another tab may have joined one since. */
function findUnlisted(state: PacksState, listed: ReadonlySet<ParcoursId>): PacksStep {
  const unlisted = state.device.mapIds.filter((mapId) => !listed.has(mapId));
  return [state, unlisted.length === 0 ? [] : [{ type: 'find-former', mapIds: unlisted }]];
}
