import { subscribe } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { parcours } from '../parcours/parcours.ts';
import { onKeptChanged } from '../platform/kept/kept-files.ts';
import { openStoredMaps, setStoredMaps } from '../platform/map/stored-maps.ts';
import type { Scope } from '../platform/scope.ts';

/** Draws the map from the packs of the parcours in use, until `scope` is disposed. */
export function startKeptMaps(scope: Scope): void {
  let drawnIds: readonly ParcoursId[] = [];
  const draw = (): void => {
    drawnIds = idsInUse();
    setStoredMaps(openStoredMaps(drawnIds));
  };
  scope.add(() => setStoredMaps(Promise.resolve([])));
  scope.add(
    subscribe(parcours, () => {
      if (idsInUse().join() !== drawnIds.join()) draw();
    }),
  );
  onKeptChanged(scope, draw);
  draw();
}

function idsInUse(): ParcoursId[] {
  const { selectedIds, beingCreated } = parcours;
  return beingCreated === null ? [...selectedIds] : [...new Set([...selectedIds, beingCreated.id])];
}
