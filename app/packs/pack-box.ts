import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { filesHere, keptMapIds, keptPack, loadingPack, lostMapIds, removeKept } from '../platform/kept/kept-packs.ts';
import type { Scope } from '../platform/scope.ts';
import { isPersisted, readStorageGrant } from '../platform/storage/persistence.ts';
import { type DownloadState, type PacksState, viewPack } from './pack-view.ts';

/** Period in which the views follow a download. */
const SHOW_EVERY_MS = 200;

/** A running download. */
export interface RunningDownload {
  readonly stopping: AbortController;
  /** The person asked for it: it is not an automatic one. */
  readonly isAsked: boolean;
  /** Resolves when it has ended, for whatever reason. */
  done: Promise<void>;
  /** It has a record on the device: another tab that removes the record ends the download. */
  isNoted: boolean;
  /** Its outcome was reported: another request then means another try. */
  hasEnded: boolean;
}

/** The packs of one person, for one session. */
export interface PackBox {
  readonly userId: UserId;
  readonly scope: Scope;
  /** Aborts with the scope. */
  readonly signal: AbortSignal;
  readonly view: PacksState;
  /** The server's latest manifests, and when they were requested, by `performance.now`, which nobody sets. */
  readonly latest: Map<ParcoursId, { readonly pack: Pack; readonly atMs: number }>;
  readonly running: Map<ParcoursId, RunningDownload>;
  /** Downloads that 'hors ligne' has ended, and that restart after it. */
  readonly suspended: Map<ParcoursId, RunningDownload>;
  /** State of this session's downloads. */
  readonly downloads: Map<ParcoursId, DownloadState>;
  /** Maps whose view is updated with the next tick. */
  readonly due: Set<ParcoursId>;
  /** Reports to the other tabs that packs were changed. */
  tellTabs(): void;
}

let open: PackBox | null = null;

/** Returns the packs of this session; null without one. */
export function currentBox(): PackBox | null {
  return open;
}

/** Opens the packs of a session, until `scope` is disposed; its downloads end then. Nothing is read yet. */
export function openBox(scope: Scope, userId: UserId, view: PacksState, tellTabs: () => void): PackBox {
  const box: PackBox = {
    ...{ userId, scope, view, tellTabs, signal: scope.signal() },
    ...{ latest: new Map(), running: new Map(), suspended: new Map(), downloads: new Map(), due: new Set() },
  };
  open = box;
  scope.add(() => {
    for (const { stopping } of box.running.values()) stopping.abort('ended');
    if (open === box) open = null;
  });
  return box;
}

/** Updates the view of one parcours' pack. */
export function showPack({ view, scope, latest, downloads }: PackBox, mapId: ParcoursId): void {
  if (scope.disposed) return;
  const here = filesHere();
  view.byMap[mapId] = viewPack({
    here,
    whole: keptPack(mapId),
    isGone: lostMapIds().has(mapId),
    loading: loadingPack(mapId)?.pack ?? null,
    latest: latest.get(mapId)?.pack ?? null,
    download: downloads.get(mapId) ?? null,
  });
  view.bytes = [...here.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Updates the view of one parcours' pack with the next tick. */
export function showSoon(box: PackBox, mapId: ParcoursId): void {
  if (box.due.has(mapId)) return;
  box.due.add(mapId);
  box.scope.timeout(() => {
    box.due.delete(mapId);
    showPack(box, mapId);
  }, SHOW_EVERY_MS);
}

/** Updates the views of all packs. */
export function showAll(box: PackBox): void {
  const shown = Object.keys(box.view.byMap).map((id) => Number(id) as ParcoursId);
  for (const mapId of new Set([...keptMapIds(), ...lostMapIds(), ...box.latest.keys(), ...shown])) showPack(box, mapId);
}

/** Shows the state of a download; null for none. */
export function showDownload(box: PackBox, mapId: ParcoursId, state: DownloadState | null): void {
  if (state === null) box.downloads.delete(mapId);
  else box.downloads.set(mapId, state);
  showPack(box, mapId);
}

/** Shows the device's storage quota. Never rejects. */
export async function showGrant({ view, scope }: PackBox): Promise<void> {
  const [grant, persisted] = await Promise.all([readStorageGrant(), isPersisted()]);
  if (!scope.disposed) Object.assign(view, { grant, isPersisted: persisted });
}

/** Ends the downloads of these parcours and removes their packs. Never rejects. */
export async function removePacks(box: PackBox, mapIds: readonly ParcoursId[]): Promise<void> {
  for (const mapId of mapIds) box.suspended.delete(mapId);
  const running = mapIds.flatMap((mapId) => box.running.get(mapId) ?? []);
  for (const { stopping } of running) stopping.abort();
  await Promise.all(running.map(({ done }) => done));
  try {
    await removeKept(mapIds.map((mapId) => ({ userId: box.userId, mapId })));
  } catch {
    // Denied storage holds no packs.
  }
  for (const mapId of mapIds) showDownload(box, mapId, null);
  box.tellTabs();
  await showGrant(box);
}
