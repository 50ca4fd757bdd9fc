import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { decideNext } from './pack-tries.ts';
import { type DownloadState, planPack } from './pack-view.ts';
import type { PacksEffect, PacksEvent, PacksStep, TryResult } from './packs-events.ts';
import {
  change,
  DOWNLOADING,
  type Download,
  drop,
  forget,
  isBusy,
  NEW_DOWNLOAD,
  noteLatest,
  type PacksState,
  type StopReason,
  WAITING,
} from './packs-state.ts';

/** How often the app itself checks whether a pack has a new version. */
const LOOK_UP_EVERY_MS = 60 * 60 * 1000;

/**
 * Runs one step of the state machine of all packs. Pure. A download takes its turn among the tabs, then tries until its
 * pack is whole. It has one effect at a time, which ends before anything else is done with its pack.
 */
export function step(state: PacksState, event: PacksEvent): PacksStep {
  switch (event.type) {
    case 'device-changed':
      return [state, []];
    case 'download-asked':
      return start(state, event.parcoursId, true);
    case 'pause-asked':
      return stop(state, event.parcoursId, 'paused');
    case 'removal-asked':
      return remove(state, event.parcoursIds, 'removed');
    case 'resume-due':
      return each(state, listUnfinished(state), (next, parcoursId) => start(next, parcoursId, false));
    case 'offline-switched':
      return event.isOn ? suspendAll(state) : resumeSuspended(state);
    case 'tabs-changed':
      return [state, [{ type: 'read-device', noted: listNoted(state) }]];
    case 'device-read':
      return followTabs(state, event.noted);
    case 'turn-come':
      return onTurn(state, event.parcoursId);
    case 'manifest-read':
      return onManifest(state, event.parcoursId, event.pack, event.atMs);
    case 'noted':
      return onNoted(state, event.parcoursId, event.isNoted);
    case 'pause-noted':
      return onPauseNoted(state, event.parcoursId, event.isNoted);
    case 'progressed':
      return onProgress(state, event.parcoursId, event.looseBytes);
    case 'fetched':
      return onFetched(state, event.parcoursId, event);
    case 'try-ended':
      return onTryEnd(state, event.parcoursId, event);
    case 'wait-over':
      return tryAgain(state, event.parcoursId);
    case 'stopped':
      return close(state, event.parcoursId);
    case 'membership-over':
      return close(forget(change(state, event.parcoursId, { stop: 'former' }), [event.parcoursId]), event.parcoursId);
    case 'removed':
      return onRemoved(state, event.parcoursIds);
    case 'swept':
      return and(settle(state, event.parcoursId, null), { type: 'read-grant' });
    case 'look-up-asked':
      return lookUp(state, event.parcoursId);
    case 'look-up-due':
      return isLookUpDue(state, event.parcoursId, event.nowMs) ? lookUp(state, event.parcoursId) : [state, []];
    case 'looked-up':
      return [noteLatest(state, event.parcoursId, event.pack, event.atMs), []];
    case 'listed':
      return findUnlisted(state, event.parcoursIds);
    case 'former-found':
      return remove(forget(state, event.parcoursIds), event.parcoursIds, 'former');
  }
}

function each(
  state: PacksState,
  parcoursIds: Iterable<ParcoursId>,
  stepOne: (state: PacksState, parcoursId: ParcoursId) => PacksStep,
): PacksStep {
  let next = state;
  const all: PacksEffect[] = [];
  for (const parcoursId of parcoursIds) {
    const [changed, effects] = stepOne(next, parcoursId);
    next = changed;
    all.push(...effects);
  }
  return [next, all];
}

function and([state, effects]: PacksStep, ...more: readonly PacksEffect[]): PacksStep {
  return [state, [...effects, ...more]];
}

function start(state: PacksState, parcoursId: ParcoursId, isAsked: boolean): PacksStep {
  const before = state.downloads.get(parcoursId);
  if (before?.activity === 'running') return [state, []];
  if (isBusy(before)) return [change(state, parcoursId, { next: { isAsked } }), []];
  const runs = state.runs + 1;
  const started: Download = { ...NEW_DOWNLOAD, run: runs, isAsked, activity: 'running', shown: WAITING };
  return [{ ...change(state, parcoursId, started), runs }, [{ type: 'take-turn', parcoursId }]];
}

function onTurn(state: PacksState, parcoursId: ParcoursId): PacksStep {
  const begun = state.device.loading.get(parcoursId);
  const isNoted = begun?.isPaused === false;
  if (state.downloads.get(parcoursId)?.isAsked !== true && !isNoted) return settle(state, parcoursId, null);
  const known = begun?.pack ?? state.latest.get(parcoursId)?.pack ?? null;
  return tryAgain(change(state, parcoursId, { isNoted, known, shown: DOWNLOADING }), parcoursId);
}

function tryAgain(state: PacksState, parcoursId: ParcoursId): PacksStep {
  const { pack, known, isNoted } = state.downloads.get(parcoursId) ?? NEW_DOWNLOAD;
  const next = change(state, parcoursId, { stored: 0 });
  if (pack === null) return [next, [{ type: 'read-manifest', parcoursId, known }]];
  return [next, [{ type: 'note', parcoursId, record: { pack, isPaused: false }, isNew: !isNoted }]];
}

function onManifest(state: PacksState, parcoursId: ParcoursId, pack: Pack, atMs: number): PacksStep {
  return tryAgain(change(noteLatest(state, parcoursId, pack, atMs), parcoursId, { pack }), parcoursId);
}

function onNoted(state: PacksState, parcoursId: ParcoursId, isNoted: boolean): PacksStep {
  const pack = state.downloads.get(parcoursId)?.pack ?? null;
  if (!isNoted || pack === null)
    return close(change(state, parcoursId, { stop: 'removed-elsewhere', shown: null }), parcoursId);
  const { missing } = planPack(pack, state.device.here);
  return [
    change(state, parcoursId, { isNoted: true, shown: DOWNLOADING }),
    [{ type: 'fetch', parcoursId, files: missing }],
  ];
}

function onPauseNoted(state: PacksState, parcoursId: ParcoursId, isNoted: boolean): PacksStep {
  const { stop: reason, shown } = state.downloads.get(parcoursId) ?? NEW_DOWNLOAD;
  // The person may have removed it while its pause was written.
  const closed = reason === 'paused' ? settle(state, parcoursId, shown) : close(state, parcoursId);
  return isNoted ? and(closed, { type: 'tell-tabs' }) : closed;
}

function onProgress(state: PacksState, parcoursId: ParcoursId, looseBytes: number): PacksStep {
  if (state.downloads.get(parcoursId)?.activity !== 'running') return [state, []];
  return [change(state, parcoursId, { shown: { ...DOWNLOADING, looseBytes } }), []];
}

function onFetched(
  before: PacksState,
  parcoursId: ParcoursId,
  result: TryResult & { readonly stored: number },
): PacksStep {
  const state = change(before, parcoursId, { stored: result.stored });
  const pack = state.downloads.get(parcoursId)?.pack ?? null;
  if (result.fault !== null || pack === null) return onTryEnd(state, parcoursId, result);
  return [state, [{ type: 'complete', parcoursId, pack }]];
}

function onTryEnd(state: PacksState, parcoursId: ParcoursId, { fault, retryAfterMs, random }: TryResult): PacksStep {
  const { tries: before, stored, pack, known, stop } = state.downloads.get(parcoursId) ?? NEW_DOWNLOAD;
  const { move, tries } = decideNext({ fault, retryAfterMs, stored }, before, random);
  switch (move.type) {
    case 'complete':
      // It was whole before it could be stopped.
      if (stop === 'removed' || stop === 'former') return close(state, parcoursId);
      return and(settle(state, parcoursId, null), { type: 'tell-tabs' }, { type: 'read-grant' });
    case 'fail': {
      const shown: DownloadState = { phase: 'failed', failure: move.failure, looseBytes: 0 };
      return and(settle(state, parcoursId, shown), { type: 'tell-tabs' }, { type: 'read-grant' });
    }
    case 'renew':
      // Not even the same version, because its links may have expired.
      return tryAgain(change(state, parcoursId, { tries, known: null, pack: null }), parcoursId);
    case 'wait': {
      // The parcours may change while the device has no network for hours.
      const versions = move.failure === 'offline' && pack !== null ? { known: pack, pack: null } : { known, pack };
      const shown = { ...WAITING, failure: move.failure };
      return [
        change(state, parcoursId, { tries, ...versions, shown }),
        [{ type: 'wait', parcoursId, forMs: move.forMs }],
      ];
    }
  }
}

/** Stops a download for this reason, and does what follows; at once if nothing of it runs. */
function stop(state: PacksState, parcoursId: ParcoursId, reason: StopReason): PacksStep {
  const before = state.downloads.get(parcoursId) ?? NEW_DOWNLOAD;
  const stopping = change(state, parcoursId, { stop: reason, next: null, shown: shownAs(reason, before) });
  if (before.activity === 'none') return close(stopping, parcoursId);
  if (before.activity !== 'running') return [stopping, []];
  return [change(stopping, parcoursId, { activity: 'stopping' }), [{ type: 'abort', parcoursId }]];
}

function shownAs(reason: StopReason, { shown }: Download): DownloadState | null {
  if (reason === 'paused') return { phase: 'paused', failure: null, looseBytes: 0 };
  if (reason === 'suspended') return { ...WAITING, failure: 'offline' };
  return reason === 'removed-elsewhere' ? null : shown;
}

/** Does what follows once nothing of a stopped download runs any more. */
function close(state: PacksState, parcoursId: ParcoursId): PacksStep {
  const { stop: reason, shown } = state.downloads.get(parcoursId) ?? NEW_DOWNLOAD;
  const closing = change(state, parcoursId, { activity: 'closing' });
  const begun = state.device.loading.get(parcoursId);
  switch (reason) {
    case 'removed':
    case 'former':
      return [closing, [{ type: 'remove', parcoursIds: [parcoursId] }]];
    case 'removed-elsewhere':
      return [closing, [{ type: 'sweep', parcoursId }]];
    case 'paused':
      if (begun === undefined || begun.isPaused) return settle(state, parcoursId, shown);
      return [closing, [{ type: 'note-pause', parcoursId, record: { ...begun, isPaused: true } }]];
    default:
      return settle(state, parcoursId, shown);
  }
}

/** Ends a download, which is shown like this from now on; starts it again if that was asked for meanwhile. */
function settle(state: PacksState, parcoursId: ParcoursId, shown: DownloadState | null): PacksStep {
  const next = state.downloads.get(parcoursId)?.next ?? null;
  if (next !== null) return start(drop(state, parcoursId), parcoursId, next.isAsked);
  return [shown === null ? drop(state, parcoursId) : change(state, parcoursId, { activity: 'none', shown }), []];
}

function remove(state: PacksState, parcoursIds: readonly ParcoursId[], reason: 'removed' | 'former'): PacksStep {
  const isRunning = (parcoursId: ParcoursId): boolean => isBusy(state.downloads.get(parcoursId));
  const idle = parcoursIds.filter((parcoursId) => !isRunning(parcoursId));
  const [stopping, effects] = each(state, parcoursIds.filter(isRunning), (next, parcoursId) =>
    stop(next, parcoursId, reason),
  );
  const closing = idle.reduce(
    (next, parcoursId) => change(next, parcoursId, { activity: 'closing', stop: reason }),
    stopping,
  );
  return [closing, idle.length === 0 ? effects : [...effects, { type: 'remove', parcoursIds: idle }]];
}

function onRemoved(state: PacksState, parcoursIds: readonly ParcoursId[]): PacksStep {
  const former = parcoursIds.filter((parcoursId) => state.downloads.get(parcoursId)?.stop === 'former');
  const settled = and(
    each(state, parcoursIds, (next, parcoursId) => settle(next, parcoursId, null)),
    { type: 'tell-tabs' },
    { type: 'read-grant' },
  );
  return former.length === 0 ? settled : and(settled, { type: 'reload-list', parcoursIds: former });
}

function suspendAll(state: PacksState): PacksStep {
  const running = [...state.downloads].filter(([, { activity }]) => activity === 'running');
  return each(
    state,
    running.map(([parcoursId]) => parcoursId),
    (next, parcoursId) => stop(next, parcoursId, 'suspended'),
  );
}

/** Restarts what 'hors ligne' has stopped, even if the person saves data. */
function resumeSuspended(state: PacksState): PacksStep {
  const suspended = [...state.downloads].filter(([, download]) => download.stop === 'suspended');
  return each(
    state,
    suspended.map(([parcoursId]) => parcoursId),
    (next, parcoursId) => {
      const { isAsked, isNoted } = next.downloads.get(parcoursId) ?? NEW_DOWNLOAD;
      // The device's record decides now, because another tab may have changed it.
      return start(next, parcoursId, isAsked && !isNoted);
    },
  );
}

function listUnfinished({ device }: PacksState): ParcoursId[] {
  return device.parcoursIds.filter((parcoursId) => device.loading.get(parcoursId)?.isPaused === false);
}

function listNoted({ downloads }: PacksState): ReadonlyMap<ParcoursId, number> {
  const noted = [...downloads].filter(([, download]) => download.isNoted && isUnfinished(download));
  return new Map(noted.map(([parcoursId, { run }]) => [parcoursId, run]));
}

function isUnfinished(download: Download): boolean {
  return isBusy(download) || download.stop === 'suspended';
}

function followTabs(state: PacksState, noted: ReadonlyMap<ParcoursId, number>): PacksStep {
  return each(state, noted.keys(), (next, parcoursId) => {
    const download = next.downloads.get(parcoursId);
    const begun = next.device.loading.get(parcoursId);
    const isDue = download !== undefined && download.run === noted.get(parcoursId) && isUnfinished(download);
    if (!isDue || begun?.isPaused === false) return [next, []];
    return stop(next, parcoursId, begun === undefined ? 'removed-elsewhere' : 'paused');
  });
}

function lookUp(state: PacksState, parcoursId: ParcoursId): PacksStep {
  const known = state.latest.get(parcoursId)?.pack ?? state.device.whole.get(parcoursId) ?? null;
  return [state, [{ type: 'look-up', parcoursId, known }]];
}

function isLookUpDue({ device, latest }: PacksState, parcoursId: ParcoursId, nowMs: number): boolean {
  const { atMs = Number.NEGATIVE_INFINITY } = latest.get(parcoursId) ?? {};
  return device.whole.has(parcoursId) && !device.loading.has(parcoursId) && nowMs - atMs > LOOK_UP_EVERY_MS;
}

/** Has the server confirm which packs are of former parcours, because another tab may have joined one since. */
function findUnlisted(state: PacksState, listed: ReadonlySet<ParcoursId>): PacksStep {
  const unlisted = state.device.parcoursIds.filter((parcoursId) => !listed.has(parcoursId));
  return [state, unlisted.length === 0 ? [] : [{ type: 'find-former', parcoursIds: unlisted }]];
}
