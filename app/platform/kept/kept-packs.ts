import type { Pack } from '../../../contracts/pack.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

/** Reads which whole packs this person has on this device. Until it resolves, there seem to be none. Never rejects. */
export async function openKeptPacks(userId: UserId): Promise<void> {
  await Promise.resolve(userId);
}

/** Resolves once {@link openKeptPacks} has, for the person of this session; at once without a session. */
export async function keptPacksOpened(): Promise<void> {}

/** The whole pack of a parcours; null if there is none. */
export function keptPack(mapId: ParcoursId): Pack | null {
  return mapId < 0 ? null : null;
}
