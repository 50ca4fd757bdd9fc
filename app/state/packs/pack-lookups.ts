import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { keptMapIds, keptPack, loadingPack } from '../../platform/kept/kept-packs.ts';
import { savesData } from '../../platform/net/connection.ts';
import { parcours } from '../maps/parcours.ts';
import { offlineMode } from '../page/offline.ts';
import { type PackBox, removePacks, showPack } from './pack-box.ts';
import { isMembershipOver, readManifest } from './read-manifest.ts';

/** How often the app asks by itself whether a pack has another version. */
const LOOK_UP_EVERY_MS = 60 * 60 * 1000;

/** Asks the server for a pack's manifest, and shows it. Removes the pack if the membership is over. Never rejects. */
export async function lookUp(box: PackBox, mapId: ParcoursId): Promise<void> {
  if (offlineMode.isOn) return;
  try {
    const pack = await readManifest(mapId, box.latest.get(mapId)?.pack ?? keptPack(mapId), box.signal);
    box.latest.set(mapId, { pack, atMs: Date.now() });
  } catch (error) {
    if (isMembershipOver(error) && !box.scope.disposed) {
      box.latest.delete(mapId);
      await removePacks(box, [mapId]);
    }
  }
  showPack(box, mapId);
}

/** Looks up the whole packs that were not for an hour, unless the person saves data. Never rejects. */
export async function lookUpDue(box: PackBox, mapIds: readonly ParcoursId[] = keptMapIds()): Promise<void> {
  if (savesData()) return;
  for (const mapId of mapIds) {
    const { atMs = Number.NEGATIVE_INFINITY } = box.latest.get(mapId) ?? {};
    const isDue = keptPack(mapId) !== null && Date.now() - atMs > LOOK_UP_EVERY_MS;
    if (isDue && loadingPack(mapId) === null) await lookUp(box, mapId);
    if (box.scope.disposed) return;
  }
}

/** Removes the packs of parcours that the server's list doesn't have any more. */
export function removeFormer(box: PackBox): void {
  if (parcours.status !== 'ready' || !parcours.isFromServer) return;
  const listed = new Set(parcours.list.map(({ id }) => id));
  const former = keptMapIds().filter((mapId) => !listed.has(mapId));
  if (former.length > 0) void removePacks(box, former);
}
