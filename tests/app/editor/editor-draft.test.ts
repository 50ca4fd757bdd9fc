import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Draft,
  draftOfPending,
  draftOfPlace,
  forgetUnsaved,
  isUnsaved,
  placeFor,
  placeToSave,
  readAudioUrl,
  storeUnsaved,
  UNSAVED_CHANGES_MAX,
  withUnsaved,
} from '../../../app/editor/editor-draft.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { mediaLink } from '../../support/samples/listed-place.ts';

const here: Geometry = { type: 'Point', coordinates: [2.3, 48.8] };
const there: Geometry = { type: 'Point', coordinates: [2.4, 48.8] };
const map = { id: ParcoursId.parse(4) };
const place = {
  id: PlaceId.parse(7),
  appelation: 'Le banc',
  type: 'Ici',
  feature: here,
  map,
  userId: null,
  media: null,
};
const pending = {
  ...{ id: 'shape-1', userId: UserId.parse(3), mapId: map.id, title: 'Le pré', geometry: here },
  ...{ key: 'k', redoOf: null },
};

describe('a draft', () => {
  it('of a place is unsaved once its title or shape differs', () => {
    const draft = draftOfPlace(place);
    expect(isUnsaved(draft)).toBe(false);
    expect(isUnsaved({ ...draft, title: 'Le vieux banc' })).toBe(true);
    expect(isUnsaved({ ...draft, geometry: there })).toBe(true);
  });

  it('of a shape without a place is never unsaved, since the device stores each change', () => {
    expect(isUnsaved({ ...draftOfPending(pending), title: 'Autre', geometry: there })).toBe(false);
  });
});

describe('the selected place', () => {
  it.each([null, draftOfPending(pending)])('is required to save, delete or record again', (draft) => {
    expect(() => placeToSave(draft)).toThrow('Place ID is not set');
    expect(() => placeFor(draft, 'deletion')).toThrow('No place selected for deletion');
    expect(() => placeFor(draft, 'redo')).toThrow('No place selected for redo');
  });

  it('is the open one', () => {
    expect(placeToSave(draftOfPlace(place))).toBe(7);
    expect(placeFor(draftOfPlace(place), 'redo')).toBe(7);
  });
});

describe('sent audio', () => {
  it('has an address, or its absence is reported', () => {
    const link = (address: string) => ({ ...place, media: { data: mediaLink({ link: address }) } });
    expect(readAudioUrl(link('/v1/media/a.wav'))).toBe('/v1/media/a.wav');
    for (const silent of [undefined, place, link('')]) {
      expect(() => readAudioUrl(silent)).toThrow('No audio URL returned after upload');
    }
  });
});

const person = (id: number) => ({
  ...{ id: UserId.parse(id), name: 'Ana', email: 'ana@example.org' },
  ...{ role: 'editor' as const, picture: null },
});
const draft = (id: number, title = 'Le banc'): Draft => {
  const stored = {
    title: 'Le banc',
    geometry: { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] },
  };
  const ids = { placeId: PlaceId.parse(id), plannedId: null, parcoursId: ParcoursId.parse(4) };
  return { key: `place-${id}`, ...ids, ...stored, title, stored };
};

beforeEach(() => {
  session.user = person(3);
});
afterEach(() => {
  storage.forgetAll();
  session.user = null;
});

it('restores changes, and keeps the stored shape if it is unchanged', () => {
  storeUnsaved(draft(7, 'Le vieux banc'));
  const found = withUnsaved(draft(7));
  expect(found.title).toBe('Le vieux banc');
  expect(found.geometry).toBe(found.stored.geometry);
});

it('forgets changes that equal the stored place, are saved, or are unwanted', () => {
  storeUnsaved(draft(7, 'Le vieux banc'));
  storeUnsaved(draft(7));
  expect(storage.read('unsavedChanges')).toEqual([]);
  storeUnsaved(draft(7, 'Le vieux banc'));
  storeUnsaved(draft(8, 'Le pont'));
  forgetUnsaved(PlaceId.parse(7));
  expect(storage.read('unsavedChanges')).toMatchObject([{ placeId: 8 }]);
});

it('does not show another person’s changes on this device', () => {
  storeUnsaved(draft(7, 'Le vieux banc'));
  session.user = person(5);
  expect(withUnsaved(draft(7)).title).toBe('Le banc');
  forgetUnsaved(PlaceId.parse(7));
  session.user = person(3);
  expect(withUnsaved(draft(7)).title).toBe('Le vieux banc');
});

it('keeps the newest changes that fit', () => {
  for (let id = 1; id <= UNSAVED_CHANGES_MAX + 1; id++) storeUnsaved(draft(id, 'Autre'));
  expect(storage.read('unsavedChanges')).toHaveLength(UNSAVED_CHANGES_MAX);
  expect(withUnsaved(draft(1)).title).toBe('Le banc');
});
