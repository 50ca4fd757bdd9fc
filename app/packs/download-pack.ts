import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import {
  changeLoading,
  filesHere,
  keepLoading,
  keepWhole,
  loadingPack,
  refreshKeptPacks,
} from '../platform/kept/kept-packs.ts';
import { fetchConfig } from '../platform/net/app-config.ts';
import { onOnline } from '../platform/page/page-events.ts';
import { afterOtherTabs } from '../platform/page/tabs.ts';
import { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { explainFailure, fetchMissing } from './fetch-missing.ts';
import { type PackBox, type RunningDownload, showDownload, showGrant, showSoon } from './pack-box.ts';
import { planPack } from './pack-plan.ts';
import { decideNext, NO_TRIES, type TryEnd } from './pack-tries.ts';
import { explainRefusal, findFormer, isRefusedLikeFormer, readManifest } from './read-manifest.ts';

/** Why a download was stopped. */
export type StopReason = 'paused' | 'removed';

/** How a download ended. */
export type DownloadEnd =
  | 'settled'
  /** The server no longer lists the parcours. */
  | 'membership-over'
  /** Another tab has removed or paused it. */
  | 'ended-elsewhere';

/**
 * Downloads a pack, an update, or the missing files of a whole pack, until it is whole or fails. Waits for a network
 * without limit, and while another tab downloads the same pack. An automatic download ends if another tab has ended or
 * paused it meanwhile.
 *
 * @throws the reason for which `running` was stopped.
 */
export async function downloadWhole(box: PackBox, mapId: ParcoursId, running: RunningDownload): Promise<DownloadEnd> {
  const { signal } = running.stopping;
  showDownload(box, mapId, { phase: 'waiting', failure: null, looseBytes: 0 });
  return afterOtherTabs(`pack ${box.userId} ${mapId}`, signal, async () => {
    await refreshKeptPacks();
    const begun = loadingPack(mapId);
    running.isNoted = begun?.isPaused === false;
    if (!running.isAsked && !running.isNoted) {
      showDownload(box, mapId, null);
      return 'settled';
    }
    showDownload(box, mapId, { phase: 'downloading', failure: null, looseBytes: 0 });
    return tryUntilWhole(box, mapId, running);
  });
}

async function tryUntilWhole(box: PackBox, mapId: ParcoursId, running: RunningDownload): Promise<DownloadEnd> {
  const { signal } = running.stopping;
  const key = { userId: box.userId, mapId };
  let known = loadingPack(mapId)?.pack ?? box.latest.get(mapId)?.pack ?? null;
  let current: Pack | null = null;
  let tries = NO_TRIES;

  async function tryOnce(): Promise<TryEnd | DownloadEnd> {
    let stored = 0;
    try {
      if (current === null) {
        current = await readManifest(mapId, known, signal);
        box.latest.set(mapId, { pack: current, atMs: performance.now() });
      }
      const record = { pack: current, isPaused: false };
      if (!running.isNoted) await keepLoading(key, record);
      else if (!(await changeLoading(key, record))) return 'ended-elsewhere';
      running.isNoted = true;
      signal.throwIfAborted();
      const { missing } = planPack(current, filesHere());
      showDownload(box, mapId, { phase: 'downloading', failure: null, looseBytes: 0 });
      const end = await fetchMissing(missing, signal, (looseBytes) => {
        box.downloads.set(mapId, { phase: 'downloading', failure: null, looseBytes });
        showSoon(box, mapId);
      });
      stored = end.stored;
      if (end.fault !== null) return end;
      await keepConfig(current, signal);
      // A file may be gone meanwhile: the next try fetches it.
      if (await keepWhole(key, current)) return end;
      signal.throwIfAborted();
      return { ...end, fault: 'server' };
    } catch (error) {
      signal.throwIfAborted();
      if (isRefusedLikeFormer(error) && (await findFormer([mapId], signal)).length > 0) return 'membership-over';
      signal.throwIfAborted();
      return { stored, ...(explainRefusal(error) ?? explainFailure(error)) };
    }
  }

  for (;;) {
    const end = await tryOnce();
    if (typeof end === 'string') return end;
    const next = decideNext(end, tries, Math.random());
    tries = next.tries;
    const { move } = next;
    if (move.type === 'complete' || move.type === 'fail') {
      const failed = move.type === 'fail' ? ({ phase: 'failed', failure: move.failure, looseBytes: 0 } as const) : null;
      running.hasEnded = true;
      showDownload(box, mapId, failed);
      box.tellTabs();
      await showGrant(box);
      return 'settled';
    }
    if (move.type === 'renew') {
      // Not even the same version, because its links may have expired.
      known = null;
      current = null;
    } else {
      showDownload(box, mapId, { phase: 'waiting', failure: move.failure, looseBytes: 0 });
      // The parcours may change while the device has no network for hours.
      if (move.failure === 'offline' && current !== null) {
        known = current;
        current = null;
      }
      await waitFor(move.forMs, signal);
    }
  }
}

/**
 * Stores the configuration that a walk needs to draw the pack's map, because no screen may have loaded it so far, or
 * since the server got a map.
 *
 * @throws {ApiError | NetworkError} as `call` does; the signal's reason if aborted.
 */
export async function keepConfig({ files }: Pack, signal: AbortSignal): Promise<void> {
  const stored = storage.read('appConfig');
  const hasMap = files.some(({ kind }) => kind === 'map');
  if (stored === null || (hasMap && stored.mapTiles === null)) await fetchConfig({ signal });
}

/** Waits for `forMs`, or until the network returns. Rejects with the signal's reason if aborted. */
function waitFor(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const scope = new Scope();
    const settle = (): void => {
      scope.dispose();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    scope.timeout(settle, forMs);
    onOnline(scope, settle);
    scope.listen(signal, 'abort', settle);
    if (signal.aborted) settle();
  });
}
