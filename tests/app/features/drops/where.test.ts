import { expect, test } from 'vitest';
import { chooseDestination, listTargets } from '../../../../app/features/drops/where.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';

const mapId = ParcoursId.parse(3);
const waiting = { id: PlaceId.parse(5), appelation: 'Le pont' };
const fix = { lng: 2.3, lat: 48.8, accuracyM: 7.6 };

test('the position comes first while it is known, with its accuracy', () => {
  const [first, second] = listTargets(fix, null);
  expect(first).toMatchObject({ target: 'position', usable: true, position: [2.3, 48.8], hint: 'à 8 m près' });
  expect(second).toMatchObject({ target: 'centre', usable: true });
});

test('an unknown position can be seen and not chosen', () => {
  expect(listTargets(null, null)[0]).toMatchObject({ target: 'position', usable: false, position: null });
});

test('a selected place that waits for its audio comes before both', () => {
  const targets = listTargets(fix, { id: PlaceId.parse(5), appelation: '' });
  expect(targets.map((option) => option.target)).toEqual(['selected', 'position', 'centre']);
  expect(targets[0]).toMatchObject({ placeId: 5, label: 'Untitled' });
});

test('a drop goes to the position, the centre, or the place that waits', () => {
  const targets = listTargets(fix, waiting);
  const goesTo = (target: 'position' | 'centre' | 'selected') =>
    chooseDestination({ placeId: null, creation: null, target }, targets, mapId, [1, 2]);
  expect(goesTo('position')).toEqual({
    placeId: null,
    mapId,
    feature: { type: 'Point', coordinates: [fix.lng, fix.lat] },
  });
  expect(goesTo('centre')).toMatchObject({ feature: { coordinates: [1, 2] } });
  expect(goesTo('selected')).toEqual({ placeId: waiting.id });
});

test('a place made for the upload stays its destination, even where the position is lost by then', () => {
  const made = PlaceId.parse(8);
  expect(
    chooseDestination({ placeId: made, creation: null, target: 'position' }, listTargets(null, null), mapId, null),
  ).toEqual({
    placeId: made,
  });
});

test('a place that may have been made stays the destination, wherever the walker and the map are by then', () => {
  const feature = { type: 'Point' as const, coordinates: [1, 2] as [number, number] };
  const creation = { key: 'k', feature, mapId, title: '' };
  const state = { placeId: null, creation, target: 'position' as const };
  expect(chooseDestination(state, listTargets(fix, null), ParcoursId.parse(9), [5, 6])).toEqual({
    placeId: null,
    mapId,
    feature,
  });
  expect(chooseDestination(state, listTargets(null, null), null, null)).toMatchObject({ feature });
});

test('a destination that is not known (any more) is none', () => {
  const unknown = (target: 'position' | 'centre' | 'selected', parcours: typeof mapId | null = mapId) =>
    chooseDestination({ placeId: null, creation: null, target }, listTargets(null, null), parcours, null);
  expect([unknown('position'), unknown('centre'), unknown('selected')]).toEqual([null, null, null]);
  expect(
    chooseDestination({ placeId: null, creation: null, target: 'position' }, listTargets(fix, null), null, null),
  ).toBeNull();
});
