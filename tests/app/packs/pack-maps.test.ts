import { subscribe } from 'valtio';
import { afterEach, expect, test } from 'vitest';
import { followPackMaps } from '../../../app/packs/packs.ts';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import { storedMaps } from '../../../app/platform/map/stored-maps.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';

const [QUAYS, ISLAND] = [ParcoursId.parse(1), ParcoursId.parse(2)];
let scope = new Scope();

afterEach(() => {
  scope.dispose();
  scope = new Scope();
  parcours.selectedIds = [];
});

/** Makes a change, and waits until all observers of the parcours are notified. */
async function changing(change: () => void): Promise<void> {
  await new Promise<void>((known) => {
    scope.add(subscribe(parcours, () => known()));
    change();
  });
}

test('packs’ maps are opened for the selected parcours, and reopened only for others', async () => {
  selectParcours(QUAYS);
  const before = storedMaps();
  followPackMaps(scope);
  const opened = storedMaps();
  expect(opened === before).toBe(false);
  await changing(() => {
    parcours.status = 'loading';
  });
  expect(storedMaps() === opened).toBe(true);
  await changing(() => selectParcours(ISLAND));
  expect(storedMaps() === opened).toBe(false);
});

test('without a session no map is open', async () => {
  followPackMaps(scope);
  const during = storedMaps();
  scope.dispose();
  expect(storedMaps() === during).toBe(false);
  expect(await storedMaps()).toEqual([]);
});
