import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { offlineMode } from '../page/offline.ts';
import { parcours } from '../parcours/parcours.ts';
import { loadParcours } from '../parcours/parcours-list.ts';
import { keptMapIds, keptPack, loadingPack } from '../platform/kept/kept-packs.ts';
import { savesData } from '../platform/net/connection.ts';
import { type PackBox, removePacks, showPack } from './pack-box.ts';
import { findFormer, isRefusedLikeFormer, readManifest } from './read-manifest.ts';

/** How often the app itself checks whether a pack has a new version. */
const LOOK_UP_EVERY_MS = 60 * 60 * 1000;

/** Requests a pack's manifest, and shows it. Removes the pack if the parcours is no longer listed. Never rejects. */
export async function lookUp(box: PackBox, mapId: ParcoursId): Promise<void> {
  if (offlineMode.isOn) return;
  try {
    const pack = await readManifest(mapId, box.latest.get(mapId)?.pack ?? keptPack(mapId), box.signal);
    box.latest.set(mapId, { pack, atMs: performance.now() });
  } catch (error) {
    if (isRefusedLikeFormer(error)) await removeFormer(box, [mapId]);
  }
  showPack(box, mapId);
}

/** Looks up the whole packs that were not looked up for an hour, unless the person saves data. Never rejects. */
export async function lookUpDue(box: PackBox, mapIds: readonly ParcoursId[] = keptMapIds()): Promise<void> {
  if (savesData()) return;
  for (const mapId of mapIds) {
    const { atMs = Number.NEGATIVE_INFINITY } = box.latest.get(mapId) ?? {};
    const isDue = keptPack(mapId) !== null && performance.now() - atMs > LOOK_UP_EVERY_MS;
    if (isDue && loadingPack(mapId) === null) await lookUp(box, mapId);
    if (box.scope.disposed) return;
  }
}

/** Removes the packs of parcours that the loaded list doesn't have, if the server confirms it. Never rejects. */
export async function removeUnlisted(box: PackBox): Promise<void> {
  if (!parcours.isFromServer) return;
  const listed = new Set(parcours.list.map(({ id }) => id));
  const unlisted = keptMapIds().filter((mapId) => !listed.has(mapId));
  // Confirmed, because the list may be older than a pack: another tab may have joined the parcours since.
  if (unlisted.length > 0) await removeFormer(box, unlisted);
}

async function removeFormer(box: PackBox, mapIds: readonly ParcoursId[]): Promise<void> {
  const former = await findFormer(mapIds, box.signal);
  if (former.length > 0 && !box.scope.disposed) await removeFormerPacks(box, former);
}

/** Removes the packs of parcours that the server doesn't list, and their entries in the app. Never rejects. */
export async function removeFormerPacks(box: PackBox, mapIds: readonly ParcoursId[]): Promise<void> {
  for (const mapId of mapIds) box.latest.delete(mapId);
  await removePacks(box, mapIds);
  if (parcours.list.some(({ id }) => mapIds.includes(id))) await loadParcours();
}
