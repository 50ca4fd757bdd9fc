import { proxy, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { PackFile } from '../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { offlineMode } from '../page/offline.ts';
import { idsInUse, parcours } from '../parcours/parcours.ts';
import { loadParcours } from '../parcours/parcours-list.ts';
import { openStoredMaps, setStoredMaps } from '../platform/map/stored-maps.ts';
import { savesData } from '../platform/net/connection.ts';
import { devicePacks, onStoredFilesChanged } from '../platform/packs/stored-files.ts';
import {
  closeStoredPacks,
  noteLoading,
  openStoredPacks,
  refreshStoredPacks,
  removeStoredPacks,
  removeUnneeded,
  storeWhole,
} from '../platform/packs/stored-packs.ts';
import { onOnline } from '../platform/page/page-events.ts';
import { afterOtherTabs, joinTabs } from '../platform/page/tabs.ts';
import { pause } from '../platform/page/time-limit.ts';
import { Scope } from '../platform/scope.ts';
import { isPersisted, readStorageGrant, requestPersistence } from '../platform/storage/persistence.ts';
import { onAdopted } from '../session/adoption.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { explainFailure, fetchMissing, findFormer, readManifest, storeConfig } from './pack-requests.ts';
import { step } from './pack-steps.ts';
import type { PacksView } from './pack-view.ts';
import type { PacksEffect, PacksEvent } from './packs-events.ts';
import { listKnown, listRemovable, NO_PACKS, viewOf } from './packs-state.ts';

interface Job {
  readonly stopping: AbortController;
  /** Resolves when it has ended, for whatever reason. */
  done: Promise<void>;
}

interface Session {
  readonly userId: UserId;
  /** Aborts with the session. */
  readonly signal: AbortSignal;
  readonly jobs: Map<ParcoursId, Job>;
  /** Reports to the other tabs that packs were changed. */
  readonly tellTabs: () => void;
}

/** Period in which the views follow a download. */
const SHOW_EVERY_MS = 200;

let state = NO_PACKS;
/** The last session, even after its end: what was asked for at a logout, a removal above all, is still done. */
let session: Session | null = null;

/** The packs of the person's parcours. Changed only in this file. */
export const packs = proxy<PacksView>({ byMap: {}, bytes: 0, grant: null, isPersisted: null });

/** The parcours whose pack is shown in the sheet; null while it is closed. */
export const packSheet = proxy<{ parcoursId: ParcoursId | null }>({ parcoursId: null });

/** Opens a person's packs, continues downloads, and looks for updates of whole packs, until `scope` is disposed. */
export function startPacks(scope: Scope, userId: UserId): void {
  const jobs = new Map<ParcoursId, Job>();
  const tellTabs = joinTabs(scope, 'packs', () => void send({ type: 'tabs-changed' }));
  session = { userId, signal: scope.signal(), jobs, tellTabs };
  state = NO_PACKS;
  onStoredFilesChanged(scope, () => void send({ type: 'device-changed' }));
  onOnline(scope, () => void lookUpDue());
  const releases = [
    subscribeKey(parcours, 'list', reportList),
    subscribeKey(parcours, 'selectedIds', (parcoursIds) => void lookUpDue(parcoursIds)),
    subscribeKey(offlineMode, 'isOn', onOfflineMode),
  ];
  scope.add(() => {
    for (const release of releases) release();
    for (const { stopping } of jobs.values()) stopping.abort('ended');
  });
  void begin(session);
}

async function begin({ userId, signal }: Session): Promise<void> {
  await openStoredPacks(userId);
  if (signal.aborted) return;
  await send({ type: 'device-changed' });
  resumeDownloads();
  reportList();
  void readGrant();
  void lookUpDue();
  // A download of an earlier build may lack the configuration.
  for (const pack of state.device.whole.values()) await storeConfig(pack, signal).catch(() => {});
}

function isOpen(): boolean {
  return session?.signal.aborted === false;
}

function onOfflineMode(isOn: boolean): void {
  void send({ type: 'offline-switched', isOn });
  if (isOn) return;
  resumeDownloads();
  void lookUpDue();
}

function resumeDownloads(): void {
  if (!offlineMode.isOn && !savesData()) void send({ type: 'resume-due' });
}

function reportList(): void {
  if (!parcours.isFromServer) return;
  void send({ type: 'listed', parcoursIds: new Set(parcours.list.map(({ id }) => id)) });
}

/** Looks up the whole packs that were not looked up for an hour, one after the other, unless the person saves data. */
async function lookUpDue(parcoursIds = state.device.parcoursIds): Promise<void> {
  const own = session;
  if (savesData()) return;
  for (const parcoursId of parcoursIds) {
    if (own?.signal.aborted !== false) return;
    await send({ type: 'look-up-due', parcoursId, nowMs: performance.now() });
  }
}

/** Asks the server for the size of a pack, and whether there is a new version. Never rejects. */
export async function lookUpPack(parcoursId: ParcoursId): Promise<void> {
  if (isOpen()) await send({ type: 'look-up-asked', parcoursId });
}

/**
 * Downloads a pack or its update, or continues a download. Asks for persistent storage first. Resolves when the
 * download has ended, for whatever reason. Never rejects.
 */
export async function downloadPack(parcoursId: ParcoursId): Promise<void> {
  if (!isOpen()) return;
  // Not awaited, because the person may leave the browser's question unanswered.
  void askToPersist();
  await sendAndEnd({ type: 'download-asked', parcoursId }, [parcoursId]);
}

/** Pauses a download; the received files stay. */
export function pausePack(parcoursId: ParcoursId): void {
  if (isOpen()) void send({ type: 'pause-asked', parcoursId });
}

/** Removes a pack, whole or not, and the files that no other pack needs. Never rejects. */
export async function removePack(parcoursId: ParcoursId): Promise<void> {
  if (isOpen()) await sendAndEnd({ type: 'removal-asked', parcoursIds: [parcoursId] }, [parcoursId]);
}

/** Removes all of this person's packs: for a logout, before the session ends. Never rejects. */
export async function removeAllPacks(): Promise<void> {
  if (!isOpen()) return;
  const parcoursIds = listRemovable(state);
  await sendAndEnd({ type: 'removal-asked', parcoursIds }, parcoursIds);
}

/** Asks the browser to keep stored data for good; the answer is in {@link packs}. Never rejects. */
export async function askToPersist(): Promise<void> {
  packs.isPersisted = await requestPersistence();
}

/** Opens the sheet with a parcours' pack; null closes it. */
export function openPackSheet(parcoursId: ParcoursId | null): void {
  packSheet.parcoursId = parcoursId;
}

/** Sends an event. Resolves when all that follows from it, and the downloads of these parcours, have ended. */
async function sendAndEnd(event: PacksEvent, parcoursIds: readonly ParcoursId[]): Promise<void> {
  const jobs = session?.jobs;
  await send(event);
  for (const parcoursId of parcoursIds) {
    for (let job = jobs?.get(parcoursId); job !== undefined; job = jobs?.get(parcoursId)) await job.done;
  }
}

/** Resolves when all that follows from the event has ended, except for downloads that it starts. Never rejects. */
async function send(event: PacksEvent): Promise<void> {
  const [next, effects] = step(isOpen() ? { ...state, device: devicePacks() } : state, event);
  state = next;
  if (isOpen()) show();
  await Promise.all(effects.map(run));
}

function show(): void {
  const shown = Object.keys(packs.byMap).map((id) => Number(id) as ParcoursId);
  for (const parcoursId of new Set([...listKnown(state), ...shown])) {
    const view = packs.byMap[parcoursId];
    if (view === undefined) packs.byMap[parcoursId] = viewOf(state, parcoursId);
    else Object.assign(view, viewOf(state, parcoursId));
  }
  packs.bytes = [...state.device.here.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Runs an effect and sends its event, unless another session has begun meanwhile. Never rejects. */
async function run(effect: PacksEffect): Promise<void> {
  const own = session;
  if (own === null) return;
  const event = await perform(own, effect);
  if (event !== null && own === session) await send(event);
}

async function perform(own: Session, effect: PacksEffect): Promise<PacksEvent | null> {
  const { userId, signal, jobs } = own;
  switch (effect.type) {
    case 'take-turn': {
      const job: Job = { stopping: new AbortController(), done: Promise.resolve() };
      jobs.set(effect.parcoursId, job);
      job.done = takeTurn(own, effect.parcoursId, job);
      return null;
    }
    case 'abort':
      jobs.get(effect.parcoursId)?.stopping.abort();
      return null;
    case 'read-device':
      await refreshStoredPacks();
      return { type: 'device-read', noted: effect.noted };
    case 'note-pause': {
      const { parcoursId, record } = effect;
      // On a full device, the next start of the app continues the download.
      const isNoted = await noteLoading({ userId, parcoursId }, record, false).catch(() => false);
      return { type: 'pause-noted', parcoursId, isNoted };
    }
    case 'remove':
      // Denied storage holds no packs.
      await removeStoredPacks(effect.parcoursIds.map((parcoursId) => ({ userId, parcoursId }))).catch(() => {});
      return { type: 'removed', parcoursIds: effect.parcoursIds };
    case 'sweep':
      // Denied storage holds no files.
      await removeUnneeded().catch(() => {});
      return { type: 'swept', parcoursId: effect.parcoursId };
    case 'look-up': {
      const { parcoursId, known } = effect;
      const pack = offlineMode.isOn ? null : await readManifest(parcoursId, known, signal).catch(() => null);
      if (pack === null || signal.aborted) return null;
      if (pack === 'former') return { type: 'former-found', parcoursIds: [parcoursId] };
      return { type: 'looked-up', parcoursId, pack, atMs: performance.now() };
    }
    case 'find-former': {
      const parcoursIds = await findFormer(effect.parcoursIds, signal);
      return parcoursIds.length === 0 || signal.aborted ? null : { type: 'former-found', parcoursIds };
    }
    case 'reload-list':
      if (parcours.list.some(({ id }) => effect.parcoursIds.includes(id))) await loadParcours();
      return null;
    case 'tell-tabs':
      own.tellTabs();
      return null;
    case 'read-grant':
      await readGrant();
      return null;
    case 'read-manifest':
      return inJob(own, effect.parcoursId, async (stopping, parcoursId) => {
        const pack = await readManifest(parcoursId, effect.known, stopping);
        if (pack === 'former') return { type: 'membership-over', parcoursId };
        return { type: 'manifest-read', parcoursId, pack, atMs: performance.now() };
      });
    case 'note':
      return inJob(own, effect.parcoursId, async (_, parcoursId) => {
        const isNoted = await noteLoading({ userId, parcoursId }, effect.record, effect.isNew);
        return { type: 'noted', parcoursId, isNoted };
      });
    case 'fetch':
      return inJob(own, effect.parcoursId, (stopping, parcoursId) => fetchFiles(parcoursId, effect.files, stopping));
    case 'complete':
      return inJob(own, effect.parcoursId, async (stopping, parcoursId) => {
        await storeConfig(effect.pack, stopping);
        // A file may be gone meanwhile: the next try fetches it.
        const fault = (await storeWhole({ userId, parcoursId }, effect.pack)) ? null : 'server';
        return { type: 'try-ended', parcoursId, fault, retryAfterMs: null, random: Math.random() };
      });
    case 'wait':
      return inJob(own, effect.parcoursId, async (stopping, parcoursId) => {
        await pause(effect.forMs, stopping, onOnline);
        return { type: 'wait-over', parcoursId };
      });
  }
}

/** Runs an effect of a download, which ends when that is stopped. */
async function inJob(
  { jobs, signal }: Session,
  parcoursId: ParcoursId,
  work: (stopping: AbortSignal, parcoursId: ParcoursId) => Promise<PacksEvent>,
): Promise<PacksEvent> {
  const stopping = jobs.get(parcoursId)?.stopping.signal ?? signal;
  const event = await work(stopping, parcoursId).catch((error: unknown): PacksEvent => {
    return { type: 'try-ended', parcoursId, ...explainFailure(error), random: Math.random() };
  });
  const isWhole = event.type === 'try-ended' && event.fault === null;
  return stopping.aborted && !isWhole ? { type: 'stopped', parcoursId } : event;
}

async function takeTurn(own: Session, parcoursId: ParcoursId, job: Job): Promise<void> {
  const { signal } = job.stopping;
  const report = (event: PacksEvent) => (own === session ? send(event) : undefined);
  try {
    await afterOtherTabs(`pack ${own.userId} ${parcoursId}`, signal, async () => {
      await refreshStoredPacks();
      await report({ type: signal.aborted ? 'stopped' : 'turn-come', parcoursId });
    });
  } catch {
    const failed = { fault: 'unsupported', retryAfterMs: null, random: 0 } as const;
    await report(signal.aborted ? { type: 'stopped', parcoursId } : { type: 'try-ended', parcoursId, ...failed });
  }
  if (own.jobs.get(parcoursId) === job) own.jobs.delete(parcoursId);
}

async function fetchFiles(
  parcoursId: ParcoursId,
  files: readonly PackFile[],
  signal: AbortSignal,
): Promise<PacksEvent> {
  const scope = new Scope();
  let [looseBytes, isDue] = [0, false];
  const report = (): void => {
    isDue = false;
    void send({ type: 'progressed', parcoursId, looseBytes });
  };
  try {
    const end = await fetchMissing(files, signal, (bytes) => {
      looseBytes = bytes;
      if (!isDue) scope.timeout(report, SHOW_EVERY_MS);
      isDue = true;
    });
    return { type: 'fetched', parcoursId, ...end, random: Math.random() };
  } finally {
    scope.dispose();
  }
}

async function readGrant(): Promise<void> {
  const [grant, persisted] = await Promise.all([readStorageGrant(), isPersisted()]);
  if (isOpen()) Object.assign(packs, { grant, isPersisted: persisted });
}

/** Draws the map from the packs of the parcours in use, until `scope` is disposed. */
export function followPackMaps(scope: Scope): void {
  let drawnIds: readonly ParcoursId[] = [];
  const draw = (): void => {
    drawnIds = idsInUse();
    setStoredMaps(openStoredMaps(drawnIds));
  };
  scope.add(() => setStoredMaps(Promise.resolve([])));
  scope.add(
    subscribe(parcours, () => {
      if (idsInUse().join() !== drawnIds.join()) draw();
    }),
  );
  onStoredFilesChanged(scope, draw);
  draw();
}

forgetAtSessionEnd(() => {
  closeStoredPacks();
  Object.assign(packs, { byMap: {}, bytes: 0 });
  packSheet.parcoursId = null;
});

onAdopted(() => void refreshStoredPacks());
