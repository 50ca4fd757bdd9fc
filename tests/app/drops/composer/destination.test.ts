import { expect, test } from 'vitest';
import { chooseDestination, listTargets } from '../../../../app/drops/composer/destination.ts';
import { wordsForTarget } from '../../../../app/drops/drop-words.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';

const parcoursId = ParcoursId.parse(3);
const feature = { type: 'Point' as const, coordinates: [2.4, 48.9] as [number, number] };
const waiting = { id: PlaceId.parse(5), appelation: 'Le pont', feature, map: { id: ParcoursId.parse(4) } };
const fix = { lng: 2.3, lat: 48.8, accuracyM: 7.6 };

test('the position comes first while it is known, with its accuracy', () => {
  const [first, second] = listTargets(fix, null);
  expect(first).toMatchObject({ target: 'position', usable: true, position: [2.3, 48.8] });
  expect(first && wordsForTarget(first).hint).toBe('à 8 m près');
  expect(second).toMatchObject({ target: 'centre', usable: true });
});

test('an unknown position is listed but cannot be chosen', () => {
  expect(listTargets(null, null)[0]).toMatchObject({ target: 'position', usable: false, position: null });
});

test('a selected place without audio comes before both', () => {
  const targets = listTargets(fix, { ...waiting, appelation: '' });
  expect(targets.map((option) => option.target)).toEqual(['selected', 'position', 'centre']);
  expect(targets[0]).toMatchObject({ place: { id: 5 } });
  expect(targets[0] && wordsForTarget(targets[0]).label).toBe('Untitled');
});

test('a drop goes to the position, the centre, or the place without audio', () => {
  const targets = listTargets(fix, waiting);
  const goesTo = (target: 'position' | 'centre' | 'selected') => chooseDestination(target, targets, parcoursId, [1, 2]);
  expect(goesTo('position')).toEqual({
    placeId: null,
    parcoursId,
    geometry: { type: 'Point', coordinates: [fix.lng, fix.lat] },
  });
  expect(goesTo('centre')).toMatchObject({ geometry: { coordinates: [1, 2] } });
  expect(goesTo('selected')).toEqual({ placeId: waiting.id, parcoursId: 4, geometry: feature });
});

test('a destination that is unknown or no longer known is null', () => {
  const unknown = (target: 'position' | 'centre' | 'selected', parcours: typeof parcoursId | null = parcoursId) =>
    chooseDestination(target, listTargets(null, null), parcours, null);
  expect([unknown('position'), unknown('centre'), unknown('selected')]).toEqual([null, null, null]);
  expect(chooseDestination('position', listTargets(fix, null), null, null)).toBeNull();
});
