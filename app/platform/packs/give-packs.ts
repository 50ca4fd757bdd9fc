import { ParcoursId, type UserId } from '../../../contracts/vocabulary.ts';
import { openPackCache, whileNeedsRest } from './cache-storage.ts';
import { dropUnneeded, KEY, keyOf, readPacks, type State } from './pack-records.ts';

/**
 * Transfers a guest's packs to the account they sign up for. If both have a pack of a parcours, the account's stays.
 *
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export async function givePackRecords(from: UserId, to: UserId): Promise<void> {
  await whileNeedsRest(async () => {
    const cache = await openPackCache('packs');
    const { parcoursIds: kept } = await readPacks(to);
    for (const request of await cache.keys()) {
      const [, ownerId, map, state] = KEY.exec(request.url) ?? [];
      const parcoursId = ParcoursId.safeParse(Number(map));
      if (Number(ownerId) !== from || !parcoursId.success) continue;
      const record = await cache.match(request);
      const isFree = !kept.includes(parcoursId.data);
      if (isFree && record !== undefined) await cache.put(keyOf(to, parcoursId.data, state as State), record);
      await cache.delete(request);
    }
    await dropUnneeded();
  });
}
