import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { keepLoading, keptMapIds, loadingPack, refreshKeptPacks } from '../../platform/kept/kept-packs.ts';
import { savesData } from '../../platform/net/connection.ts';
import { offlineMode } from '../page/offline.ts';
import { downloadWhole, type StopReason } from './download-pack.ts';
import { type PackBox, type RunningDownload, removePacks, showAll, showDownload } from './pack-box.ts';

/**
 * Starts a download, unless it runs already. Resolves when it has ended, for whatever reason; never rejects.
 *
 * @param isAsked see {@link downloadWhole}.
 */
export function startDownload(box: PackBox, mapId: ParcoursId, isAsked: boolean): Promise<void> {
  const earlier = box.running.get(mapId);
  if (earlier !== undefined && !earlier.stopping.signal.aborted) return earlier.done;
  const running: RunningDownload = { stopping: new AbortController(), done: Promise.resolve(), isNoted: false };
  box.running.set(mapId, running);
  running.done = (earlier?.done ?? Promise.resolve()).then(() => run(box, mapId, running, isAsked));
  return running.done;
}

async function run(box: PackBox, mapId: ParcoursId, running: RunningDownload, isAsked: boolean): Promise<void> {
  const { signal } = running.stopping;
  const forget = (): void => {
    if (box.running.get(mapId) === running) box.running.delete(mapId);
  };
  try {
    signal.throwIfAborted();
    const end = await downloadWhole(box, mapId, running, isAsked);
    forget();
    if (end === 'membership-over') await removePacks(box, [mapId]);
  } catch {
    if (!signal.aborted) showDownload(box, mapId, { phase: 'failed', failure: 'unsupported', looseBytes: 0 });
    else if (signal.reason === 'paused') await notePause(box, mapId);
  } finally {
    forget();
  }
}

/** Stops a download; it goes on from there when it is started again. */
export function stopDownload(box: PackBox, mapId: ParcoursId, reason: StopReason): void {
  const running = box.running.get(mapId);
  const state = { failure: null, looseBytes: 0 };
  if (reason === 'paused') showDownload(box, mapId, { phase: 'paused', ...state });
  if (reason === 'suspended') showDownload(box, mapId, { phase: 'waiting', ...state, failure: 'offline' });
  if (running !== undefined) running.stopping.abort(reason);
  else if (reason === 'paused') void notePause(box, mapId);
}

/** Goes on with what was being downloaded, unless it was paused, or the person saves data. */
export function resumeDownloads(box: PackBox): void {
  if (offlineMode.isOn || savesData()) return;
  for (const mapId of keptMapIds()) {
    const begun = loadingPack(mapId);
    if (begun !== null && !begun.isPaused) void startDownload(box, mapId, false);
  }
}

/** Shows what another tab has changed, and ends what it has paused or removed. Never rejects. */
export async function followTabs(box: PackBox): Promise<void> {
  // Noted before the device is read, or its note might be missed.
  const noted = [...box.running].filter(([, { isNoted }]) => isNoted);
  await refreshKeptPacks();
  for (const [mapId, running] of noted) {
    const begun = loadingPack(mapId);
    if (box.running.get(mapId) !== running || begun?.isPaused === false) continue;
    stopDownload(box, mapId, begun === null ? 'removed' : 'paused');
    if (begun === null) showDownload(box, mapId, null);
  }
  showAll(box);
}

async function notePause(box: PackBox, mapId: ParcoursId): Promise<void> {
  const begun = loadingPack(mapId);
  if (begun === null || begun.isPaused) return;
  try {
    await keepLoading({ userId: box.userId, mapId }, { ...begun, isPaused: true });
    box.tellTabs();
  } catch {
    // A full device: the next start of the app goes on with it.
  }
}
