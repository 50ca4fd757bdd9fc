import { expect, test } from 'vitest';
import { listTargets } from '../../../../app/features/drops/where.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';

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
