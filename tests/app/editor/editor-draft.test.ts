import { describe, expect, it } from 'vitest';
import {
  draftOfPending,
  draftOfPlace,
  isUnsaved,
  placeFor,
  placeToSave,
  readAudioUrl,
} from '../../../app/editor/editor-draft.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { mediaLink } from '../../support/media-link.ts';

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
