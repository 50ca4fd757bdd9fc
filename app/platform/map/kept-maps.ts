import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { openKept } from '../kept/kept-files.ts';
import { keptPack, keptPacksOpened } from '../kept/kept-packs.ts';
import type { Scope } from '../scope.ts';

/** The map of a whole pack on this device: a PMTiles archive. */
export interface KeptMap {
  readonly link: string;
  readonly archive: Blob;
}

let opening: Promise<readonly KeptMap[]> = Promise.resolve([]);
let openLinks = '';
const watchers = new Set<() => void>();

/** The maps to draw from before the network is asked. Resolves once all are open; never rejects. */
export function keptMaps(): Promise<readonly KeptMap[]> {
  return opening;
}

/** Draws from the packs of these parcours, and of no others. To be called again when other packs are kept. */
export function drawKeptMapsOf(mapIds: readonly ParcoursId[]): void {
  const mine = openMaps(mapIds);
  opening = mine;
  void mine.then((maps) => {
    const links = maps.map(({ link }) => link).join();
    if (opening !== mine || links === openLinks) return;
    openLinks = links;
    for (const watcher of watchers) watcher();
  });
}

/** Calls `task` whenever other maps are drawn from than before, until `scope` is disposed. */
export function onKeptMapsChanged(scope: Scope, task: () => void): void {
  const watcher = (): void => task();
  watchers.add(watcher);
  scope.add(() => watchers.delete(watcher));
}

async function openMaps(mapIds: readonly ParcoursId[]): Promise<KeptMap[]> {
  await keptPacksOpened();
  const files = mapIds.flatMap((mapId) => keptPack(mapId)?.files.filter(({ kind }) => kind === 'map') ?? []);
  const maps: KeptMap[] = [];
  for (const link of new Set(files.map((file) => file.link))) {
    const archive = await openKept(link).catch(() => null);
    if (archive !== null) maps.push({ link, archive });
  }
  return maps;
}
