import { proxy } from 'valtio';
import { linkPath } from '../../contracts/link.ts';
import type { Pack } from '../../contracts/pack.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { places } from '../places/places.ts';
import { choosePlayable } from '../platform/audio/playable.ts';
import { isFileSound } from '../platform/kept/kept-files.ts';
import { forgetKeptPacks, keptMapIds, keptPack, refreshKeptPacks } from '../platform/kept/kept-packs.ts';
import { START_MAX_MS } from '../platform/net/reach.ts';
import { requestPersistence } from '../platform/storage/persistence.ts';
import { storage } from '../platform/storage/storage.ts';
import { onAdopted } from '../session/adoption.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { keepConfig } from './download-pack.ts';
import { startDownload, stopDownload } from './downloads.ts';
import { currentBox, removePacks } from './pack-box.ts';
import { lookUp } from './pack-lookups.ts';
import type { PacksState } from './pack-view.ts';

/** What is known about a parcours' pack, and why a download stopped. */
export type { PackFailure, PackView } from './pack-view.ts';

/** The packs of the person's parcours. Changed only in this folder. */
export const packs = proxy<PacksState>({ byMap: {}, bytes: 0, grant: null, isPersisted: null });

/** Result of the check of a whole pack. */
export interface PackCheck {
  /** The stories that the walk plays according to the list of places, which may be newer than the pack. */
  readonly audio: { readonly whole: number; readonly all: number };
  /** Whether the walk draws the pack's map: it is whole and configured. Null if the server has no map for packs. */
  readonly hasMap: boolean | null;
  /** No file is damaged or gone. */
  readonly isWhole: boolean;
}

/** Asks the server for the size of a pack, and whether there is a new version. Never rejects. */
export async function lookUpPack(mapId: ParcoursId): Promise<void> {
  const box = currentBox();
  if (box !== null) await lookUp(box, mapId);
}

/**
 * Downloads a pack or its update, or continues a download. Asks for persistent storage first. Resolves when the
 * download has ended, for whatever reason. Never rejects.
 */
export async function downloadPack(mapId: ParcoursId): Promise<void> {
  const box = currentBox();
  if (box === null) return;
  // Not awaited, because the person may leave the browser's question unanswered.
  void askToPersist();
  await startDownload(box, mapId, true);
}

/** Pauses a download; the received files stay. */
export function pausePack(mapId: ParcoursId): void {
  const box = currentBox();
  if (box !== null) stopDownload(box, mapId, 'paused');
}

/** Removes a pack, whole or not, and the files that no other pack needs. Never rejects. */
export async function removePack(mapId: ParcoursId): Promise<void> {
  const box = currentBox();
  if (box !== null) await removePacks(box, [mapId]);
}

/** Removes all of this person's packs: for a logout, before the session ends. Never rejects. */
export async function removeAllPacks(): Promise<void> {
  const box = currentBox();
  if (box !== null) await removePacks(box, [...new Set([...keptMapIds(), ...box.running.keys()])]);
}

/** Checks the SHA-256 of every file of a whole pack, and that its walk has all it uses; null without a whole pack. */
export async function checkPack(mapId: ParcoursId): Promise<PackCheck | null> {
  const pack = keptPack(mapId);
  if (pack === null) return null;
  const sound = new Set<string>();
  for (const file of pack.files) if (await isFileSound(file)) sound.add(linkPath(file.link));
  const isSound = (link: string): boolean => sound.has(linkPath(link));
  const audio = storiesOf(pack);
  const maps = pack.files.filter(({ kind }) => kind === 'map');
  await keepConfig(pack, AbortSignal.timeout(START_MAX_MS)).catch(() => {});
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

/** Asks the browser to keep stored data for good; the answer is in {@link packs}. Never rejects. */
export async function askToPersist(): Promise<void> {
  packs.isPersisted = await requestPersistence();
}

/** The parcours whose pack is shown in the sheet; null while it is closed. */
export const packSheet = proxy<{ mapId: ParcoursId | null }>({ mapId: null });

/** Opens the sheet with a parcours' pack; null closes it. */
export function openPackSheet(mapId: ParcoursId | null): void {
  packSheet.mapId = mapId;
}

forgetAtSessionEnd(() => {
  forgetKeptPacks();
  Object.assign(packs, { byMap: {}, bytes: 0 });
  packSheet.mapId = null;
});

onAdopted(() => void refreshKeptPacks());
