import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { openStoredFile } from '../packs/stored-files.ts';
import { storedPack, storedPacksOpened } from '../packs/stored-packs.ts';
import type { Scope } from '../scope.ts';

/** The map of a whole pack on this device: a PMTiles archive. */
export interface StoredMap {
  readonly link: string;
  readonly archive: Blob;
}

let shown: Promise<readonly StoredMap[]> = Promise.resolve([]);
let shownLinks = '';
const watchers = new Set<() => void>();
let isTileMissing = false;

/** Notes that a tile around the stored maps was left out for lack of a network. */
export function noteMissingTile(): void {
  isTileMissing = true;
}

/** Returns whether a tile was left out since the last call, so that the map needs redrawing once there is a network. */
export function takeMissingTile(): boolean {
  const wasMissing = isTileMissing;
  isTileMissing = false;
  return wasMissing;
}

/** Returns the stored maps, which are used before the network is asked. Resolves once they are open; never rejects. */
export function storedMaps(): Promise<readonly StoredMap[]> {
  return shown;
}

/** Draws from these maps only. Tiles wait until `opening` resolves, which must never reject. */
export function setStoredMaps(opening: Promise<readonly StoredMap[]>): void {
  shown = opening;
  void opening.then((maps) => {
    const links = maps.map(({ link }) => link).join();
    if (shown !== opening || links === shownLinks) return;
    shownLinks = links;
    for (const watcher of watchers) watcher();
  });
}

/** Reports that the server's map can be drawn after all: the app had drawn its own because the server did not answer. */
export function reportLateMap(): void {
  for (const watcher of watchers) watcher();
}

/** Calls `task` when other stored maps are used, or the server's map has answered late, until `scope` is disposed. */
export function onStoredMapsChanged(scope: Scope, task: () => void): void {
  watchers.add(task);
  scope.add(() => watchers.delete(task));
}

/** Opens the maps of these parcours' whole packs. Never rejects: a map that can't be opened is left out. */
export async function openStoredMaps(parcoursIds: readonly ParcoursId[]): Promise<StoredMap[]> {
  await storedPacksOpened();
  const files = parcoursIds.flatMap(
    (parcoursId) => storedPack(parcoursId)?.files.filter(({ kind }) => kind === 'map') ?? [],
  );
  const maps: StoredMap[] = [];
  for (const link of new Set(files.map((file) => file.link))) {
    const archive = await openStoredFile(link).catch(() => null);
    if (archive !== null) maps.push({ link, archive });
  }
  return maps;
}
