import type { Pack } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import {
  filesHere,
  keptMapIds,
  keptPack,
  loadingPack,
  lostMapIds,
  removeKept,
} from '../../platform/kept/kept-packs.ts';
import type { Scope } from '../../platform/scope.ts';
import { isPersisted, readStorageGrant } from '../../platform/storage/persistence.ts';
import { type DownloadState, type PacksState, viewPack } from './pack-view.ts';

/** How often the views follow a download: every 200 ms. */
const SHOW_EVERY_MS = 200;

/** A download under way. */
export interface RunningDownload {
  readonly stopping: AbortController;
  /** The person asked for it: it is not one that goes on by itself. */
  readonly isAsked: boolean;
  /** Resolves when it has ended, for whatever reason. */
  done: Promise<void>;
  /** It is noted on the device: another tab that removes the note ends the download. */
  isNoted: boolean;
  /** Whether it has said how it ended: who asks again then means another try. */
  hasEnded: boolean;
}

/** The packs of one person, for one session. */
export interface PackBox {
  readonly userId: UserId;
  readonly scope: Scope;
  /** Aborts with the scope. */
  readonly signal: AbortSignal;
  readonly view: PacksState;
  /** The server's manifests as last asked, and when, by `performance.now`: a device's clock may be set meanwhile. */
  readonly latest: Map<ParcoursId, { readonly pack: Pack; readonly atMs: number }>;
  readonly running: Map<ParcoursId, RunningDownload>;
  /** Downloads that 'hors ligne' has ended: they start again after it. */
  readonly suspended: Map<ParcoursId, RunningDownload>;
  /** How the downloads of this session go or went. */
  readonly downloads: Map<ParcoursId, DownloadState>;
  /** Maps whose view is shown with the next tick. */
  readonly due: Set<ParcoursId>;
  /** Reports to the other tabs that packs were changed. */
  tellTabs(): void;
}

let open: PackBox | null = null;

/** The packs of this session; null without one. */
export function currentBox(): PackBox | null {
  return open;
}

/** Opens the box of a session, until `scope` is disposed; its downloads end then. Nothing is read yet. */
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

/** Shows one parcours' pack. */
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

/** Shows one parcours' pack with the next tick. */
export function showSoon(box: PackBox, mapId: ParcoursId): void {
  if (box.due.has(mapId)) return;
  box.due.add(mapId);
  box.scope.timeout(() => {
    box.due.delete(mapId);
    showPack(box, mapId);
  }, SHOW_EVERY_MS);
}

/** Shows all packs. */
export function showAll(box: PackBox): void {
  const shown = Object.keys(box.view.byMap).map((id) => Number(id) as ParcoursId);
  for (const mapId of new Set([...keptMapIds(), ...lostMapIds(), ...box.latest.keys(), ...shown])) showPack(box, mapId);
}

/** Shows how a download goes; null for none. */
export function showDownload(box: PackBox, mapId: ParcoursId, state: DownloadState | null): void {
  if (state === null) box.downloads.delete(mapId);
  else box.downloads.set(mapId, state);
  showPack(box, mapId);
}

/** Shows what the device grants. Never rejects. */
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
    // Storage that is refused holds no packs.
  }
  for (const mapId of mapIds) showDownload(box, mapId, null);
  box.tellTabs();
  await showGrant(box);
}
