import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { storage } from '../storage/storage.ts';

// In local storage: browsers that are short of room delete Cache storage, and some leave this.
/**
 * Notes the whole packs that a person has on this device, and returns the parcours whose noted pack the browser has
 * deleted.
 *
 * @param mapIds parcours with any record; one that an earlier build of the app wrote may be unreadable
 */
export function findLost(
  userId: UserId,
  { mapIds, whole }: { readonly mapIds: readonly ParcoursId[]; readonly whole: ReadonlyMap<ParcoursId, unknown> },
): Set<ParcoursId> {
  const notes = storage.read('keptPacks');
  const noted = new Set(notes.filter(({ ownerId }) => ownerId === userId).map(({ mapId }) => mapId));
  const fresh = [...whole.keys()].filter((mapId) => !noted.has(mapId));
  if (fresh.length > 0) storage.write('keptPacks', [...notes, ...fresh.map((mapId) => ({ ownerId: userId, mapId }))]);
  return new Set([...noted].filter((mapId) => !mapIds.includes(mapId)));
}

/** Forgets packs that the person has removed. */
export function forgetNotes(keys: readonly { readonly userId: UserId; readonly mapId: ParcoursId }[]): void {
  const isRemoved = (ownerId: UserId, mapId: ParcoursId): boolean =>
    keys.some((key) => key.userId === ownerId && key.mapId === mapId);
  storage.write(
    'keptPacks',
    storage.read('keptPacks').filter(({ ownerId, mapId }) => !isRemoved(ownerId, mapId)),
  );
}
