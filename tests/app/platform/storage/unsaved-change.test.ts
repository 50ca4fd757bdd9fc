import { expect, it } from 'vitest';
import { UnsavedChange } from '../../../../app/platform/storage/unsaved-change.ts';

const change = { userId: 3, placeId: 7, title: 'Le banc', geometry: null };

it('has a title, and a geometry if that was changed', () => {
  expect(UnsavedChange.safeParse(change).success).toBe(true);
  expect(UnsavedChange.safeParse({ ...change, geometry: { type: 'Point', coordinates: [2, 48] } }).success).toBe(true);
  expect(UnsavedChange.safeParse({ ...change, geometry: { type: 'LineString', coordinates: [] } }).success).toBe(false);
});
