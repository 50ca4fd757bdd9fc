import { linkPath } from '../../contracts/link.ts';
import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { places } from '../places/places.ts';
import { choosePlayable } from '../platform/audio/playable.ts';
import { START_MAX_MS } from '../platform/net/reach.ts';
import { isFileSound } from '../platform/packs/stored-files.ts';
import { storedPack } from '../platform/packs/stored-packs.ts';
import { storage } from '../platform/storage/storage.ts';
import { storeConfig } from './pack-requests.ts';

/** Result of the check of a whole pack. */
export interface PackCheck {
  /** The stories that the walk plays according to the list of places, which may be newer than the pack. */
  readonly audio: { readonly whole: number; readonly all: number };
  /** Whether the walk draws the pack's map: it is whole and configured. Null if the server has no map for packs. */
  readonly hasMap: boolean | null;
  /** No file is damaged or gone. */
  readonly isWhole: boolean;
}

/** Checks the SHA-256 of every file of a whole pack, and that its walk has all it uses; null without a whole pack. */
export async function checkPack(parcoursId: ParcoursId): Promise<PackCheck | null> {
  const pack = storedPack(parcoursId);
  if (pack === null) return null;
  const sound = new Set<string>();
  for (const file of pack.files) if (await isFileSound(file)) sound.add(linkPath(file.link));
  const isSound = (link: string): boolean => sound.has(linkPath(link));
  const audio = storiesOf(pack);
  const maps = pack.files.filter(({ kind }) => kind === 'map');
  await storeConfig(pack, AbortSignal.timeout(START_MAX_MS)).catch(() => {});
  const isDrawn = (storage.read('appConfig')?.mapTiles ?? null) !== null;
  return {
    audio: { whole: audio.filter(isSound).length, all: audio.length },
    hasMap: maps.length === 0 ? null : isDrawn && maps.every(({ link }) => isSound(link)),
    isWhole: pack.files.every(({ link }) => isSound(link)),
  };
}

/** Returns the links to the stories that a walk plays, from the current list of places, which the pack may lack. */
function storiesOf({ map, files }: Pack): string[] {
  const listed = places.list.flatMap((place) =>
    place.map.id === map.id && place.media !== null ? place.media.data : [],
  );
  if (listed.length > 0) return listed.map((audio) => choosePlayable(audio).link);
  return files.filter(({ kind }) => kind === 'audio').map(({ link }) => link);
}
