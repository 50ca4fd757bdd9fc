import { sha256Of } from '../../../app/platform/packs/pack-files.ts';
import {
  closeStoredPacks,
  openStoredPacks,
  removeStoredPacks,
  storePackFile,
  storeWhole,
} from '../../../app/platform/packs/stored-packs.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import type { PackFile } from '../../../contracts/pack.ts';
import type { Parcours } from '../../../contracts/parcours.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

/** The walker whose packs a test keeps. */
export const packOwner = {
  id: UserId.parse(41),
  name: 'Ana',
  email: 'ana@example.org',
  role: 'user' as const,
  picture: null,
};

/** The parcours that a test keeps, as the server lists it. */
export const packedMap: Parcours = {
  id: ParcoursId.parse(1),
  name: 'Les quais',
  description: 'Une balade',
  image_url: null,
  privilege: 'guest',
  users: [],
  user_count: 1,
};

/** A file of a pack, by the link that refers to it. */
export interface KeptContent {
  readonly link: string;
  readonly kind: PackFile['kind'];
  readonly content: Blob;
}

/** Logs {@link packOwner} in and keeps a whole pack of {@link packedMap} on this device, with these places and files. */
export async function keepPack(places: readonly Place[], files: readonly KeptContent[]): Promise<void> {
  storage.write('currentUser', packOwner);
  await openStoredPacks(packOwner.id);
  const kept: PackFile[] = [];
  for (const { link, kind, content } of files) {
    const file = { link, kind, bytes: content.size, sha256: await sha256Of(content) };
    await storePackFile(file, content);
    kept.push(file);
  }
  const { users, user_count, ...map } = packedMap;
  const key = { userId: packOwner.id, parcoursId: packedMap.id };
  if (!(await storeWhole(key, { version: '1', map, places: [...places], files: kept })))
    throw new Error('Got no whole pack');
}

/** Removes what {@link keepPack} kept, and ends the session. */
export async function forgetPack(): Promise<void> {
  await removeStoredPacks([{ userId: packOwner.id, parcoursId: packedMap.id }]);
  closeStoredPacks();
  storage.forget('currentUser');
}
