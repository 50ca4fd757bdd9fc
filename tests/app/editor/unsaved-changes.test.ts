import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Draft } from '../../../app/editor/editor-draft.ts';
import { forgetUnsaved, keepUnsaved, UNSAVED_CHANGES_MAX, withUnsaved } from '../../../app/editor/unsaved-changes.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

const person = (id: number) => ({
  ...{ id: UserId.parse(id), name: 'Ana', email: 'ana@example.org' },
  ...{ role: 'editor' as const, picture: null },
});
const draft = (id: number, title = 'Le banc'): Draft => {
  const stored = {
    title: 'Le banc',
    geometry: { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] },
  };
  return { key: `place-${id}`, placeId: PlaceId.parse(id), mapId: ParcoursId.parse(4), ...stored, title, stored };
};

beforeEach(() => {
  session.user = person(3);
});
afterEach(() => {
  storage.forgetAll();
  session.user = null;
});

it('restores changes, and keeps the stored shape if it is unchanged', () => {
  keepUnsaved(draft(7, 'Le vieux banc'));
  const found = withUnsaved(draft(7));
  expect(found.title).toBe('Le vieux banc');
  expect(found.geometry).toBe(found.stored.geometry);
});

it('forgets changes that equal the stored place, are saved, or are unwanted', () => {
  keepUnsaved(draft(7, 'Le vieux banc'));
  keepUnsaved(draft(7));
  expect(storage.read('unsavedChanges')).toEqual([]);
  keepUnsaved(draft(7, 'Le vieux banc'));
  keepUnsaved(draft(8, 'Le pont'));
  forgetUnsaved(PlaceId.parse(7));
  expect(storage.read('unsavedChanges')).toMatchObject([{ placeId: 8 }]);
});

it('does not show another person’s changes on this device', () => {
  keepUnsaved(draft(7, 'Le vieux banc'));
  session.user = person(5);
  expect(withUnsaved(draft(7)).title).toBe('Le banc');
  forgetUnsaved(PlaceId.parse(7));
  session.user = person(3);
  expect(withUnsaved(draft(7)).title).toBe('Le vieux banc');
});

it('keeps the newest changes that fit', () => {
  for (let id = 1; id <= UNSAVED_CHANGES_MAX + 1; id++) keepUnsaved(draft(id, 'Autre'));
  expect(storage.read('unsavedChanges')).toHaveLength(UNSAVED_CHANGES_MAX);
  expect(withUnsaved(draft(1)).title).toBe('Le banc');
});
