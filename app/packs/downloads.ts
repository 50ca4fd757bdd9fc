import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { offlineMode } from '../page/offline.ts';
import {
  changeLoading,
  keptMapIds,
  loadingPack,
  refreshKeptPacks,
  removeUnneeded,
} from '../platform/kept/kept-packs.ts';
import { savesData } from '../platform/net/connection.ts';
import { downloadWhole, type StopReason } from './download-pack.ts';
import { type PackBox, type RunningDownload, showAll, showDownload, showGrant } from './pack-box.ts';
import { removeFormerPacks } from './pack-lookups.ts';

/**
 * Starts a download, unless it is already running. Resolves when it has ended, for whatever reason; never rejects.
 *
 * @param isAsked the person asked for it. An automatic download ends if another tab has ended or paused it meanwhile.
 */
export function startDownload(box: PackBox, mapId: ParcoursId, isAsked: boolean): Promise<void> {
  box.suspended.delete(mapId);
  const earlier = box.running.get(mapId);
  if (earlier !== undefined && !earlier.stopping.signal.aborted && !earlier.hasEnded) return earlier.done;
  const running: RunningDownload = {
    stopping: new AbortController(),
    isAsked,
    done: Promise.resolve(),
    isNoted: false,
    hasEnded: false,
  };
  box.running.set(mapId, running);
  running.done = (earlier?.done ?? Promise.resolve()).then(() => run(box, mapId, running));
  return running.done;
}

async function run(box: PackBox, mapId: ParcoursId, running: RunningDownload): Promise<void> {
  const { signal } = running.stopping;
  const forget = (): void => {
    if (box.running.get(mapId) === running) box.running.delete(mapId);
  };
  try {
    signal.throwIfAborted();
    const end = await downloadWhole(box, mapId, running);
    forget();
    if (end === 'membership-over') await removeFormerPacks(box, [mapId]);
    if (end === 'ended-elsewhere') {
      showDownload(box, mapId, null);
      await clearAfter(box);
    }
  } catch {
    if (!signal.aborted) showDownload(box, mapId, { phase: 'failed', failure: 'unsupported', looseBytes: 0 });
    else if (signal.reason === 'paused') await notePause(box, mapId);
  } finally {
    forget();
  }
}

/** Stops a download; it continues from there when it is started again. */
export function stopDownload(box: PackBox, mapId: ParcoursId, reason: StopReason): void {
  box.suspended.delete(mapId);
  const running = box.running.get(mapId);
  if (reason === 'paused') showDownload(box, mapId, { phase: 'paused', failure: null, looseBytes: 0 });
  if (running !== undefined && !running.stopping.signal.aborted) running.stopping.abort(reason);
  else if (reason === 'paused') void (running?.done ?? Promise.resolve()).then(() => notePause(box, mapId));
}

/** Stops all downloads while 'hors ligne' is on. */
export function suspendDownloads(box: PackBox): void {
  for (const [mapId, running] of box.running) {
    if (running.stopping.signal.aborted) continue;
    running.stopping.abort('suspended');
    box.suspended.set(mapId, running);
    showDownload(box, mapId, { phase: 'waiting', failure: 'offline', looseBytes: 0 });
  }
}

/** Continues the downloads that {@link suspendDownloads} has stopped, even if the person saves data. */
export function resumeSuspended(box: PackBox): void {
  for (const [mapId, { isAsked, isNoted }] of [...box.suspended]) {
    // The device's record decides now, because another tab may have changed it.
    void startDownload(box, mapId, isAsked && !isNoted);
  }
}

/** Continues unfinished downloads, unless they were paused, or the person saves data. */
export function resumeDownloads(box: PackBox): void {
  if (offlineMode.isOn || savesData()) return;
  for (const mapId of keptMapIds()) {
    const begun = loadingPack(mapId);
    if (begun !== null && !begun.isPaused) void startDownload(box, mapId, false);
  }
}

/** Shows changes of another tab, and ends the downloads that it has paused or removed. Never rejects. */
export async function followTabs(box: PackBox): Promise<void> {
  // Listed before the device is read, because their records might be missed otherwise.
  const noted = [...box.running, ...box.suspended].filter(([, { isNoted }]) => isNoted);
  await refreshKeptPacks();
  for (const [mapId, running] of noted) {
    const begun = loadingPack(mapId);
    const isDue = box.running.get(mapId) === running || box.suspended.get(mapId) === running;
    if (!isDue || begun?.isPaused === false) continue;
    stopDownload(box, mapId, begun === null ? 'removed' : 'paused');
    if (begun !== null) continue;
    showDownload(box, mapId, null);
    await running.done;
    await clearAfter(box);
  }
  showAll(box);
}

/**
 * Deletes files that a download stored after another tab had removed its pack. Removes no record, because the person
 * may have started the download again.
 */
async function clearAfter(box: PackBox): Promise<void> {
  try {
    await removeUnneeded();
  } catch {
    // Denied storage holds no files.
  }
  await showGrant(box);
}

async function notePause(box: PackBox, mapId: ParcoursId): Promise<void> {
  const begun = loadingPack(mapId);
  if (begun === null || begun.isPaused) return;
  try {
    if (await changeLoading({ userId: box.userId, mapId }, { ...begun, isPaused: true })) box.tellTabs();
  } catch {
    // The device is full: the next start of the app continues the download.
  }
}
