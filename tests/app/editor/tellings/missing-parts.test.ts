import { describe, expect, it } from 'vitest';
import { listVersions, partsOf, tableOf, undoneOf } from '../../../../app/editor/tellings/missing-parts.ts';
import type { PlaceWords, Telling } from '../../../../contracts/telling.ts';
import { PictureId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { listedPlace, mediaLink } from '../../../support/samples/listed-place.ts';

const media = mediaLink({});
const pictureId = PictureId.parse(1);
const picture = { id: pictureId, credit: '', width: 10, height: 10, files: [] };
const telling = (language: string, given: Partial<Telling> = {}): Telling => ({
  ...{ language, kind: 'standard', name: '', text: '', link: null, pictures: [], transcript: null, media: null },
  ...given,
});
const words = (id: number, tellings: Telling[], pictures: PlaceWords['pictures'] = []): PlaceWords => ({
  ...{ id: PlaceId.parse(id), tellings, pictures },
});
const english = { language: 'en', kind: 'standard' } as const;
const itself = { language: 'fr', kind: 'standard' } as const;
const told = listedPlace(1, { appelation: 'Le banc', media: { data: media } });

describe('the versions of a parcours', () => {
  it('are those of any place, the places themselves first', () => {
    const used = [
      words(1, [telling('en', { kind: 'children' }), telling('en')]),
      words(2, [telling('fr', { kind: 'easy' })]),
    ];
    const codes = listVersions(used, 'fr').map(({ language, kind }) => `${language} ${kind}`);
    expect(codes).toEqual(['fr standard', 'fr easy', 'en standard', 'en children']);
    expect(listVersions([], 'de')).toEqual([{ language: 'de', kind: 'standard' }]);
  });
});

describe('a part', () => {
  it('of the place itself is its own name and sound, and needs a transcript once there is a sound', () => {
    expect(partsOf(told, undefined, itself, 'fr')).toEqual({
      ...{ name: 'there', text: 'missing', sound: 'there', transcript: 'missing', pictures: 'unneeded' },
    });
    const silent = partsOf(listedPlace(2, { appelation: 'drop' }), undefined, itself, 'fr');
    expect(silent).toMatchObject({ name: 'missing', sound: 'missing', transcript: 'unneeded' });
  });

  it('of another version is only needed if the place itself has it', () => {
    const bare = listedPlace(2);
    expect(partsOf(bare, undefined, english, 'fr')).toMatchObject({
      name: 'missing',
      text: 'unneeded',
      sound: 'unneeded',
    });
    const written = words(1, [telling('fr', { text: 'Un banc' }), telling('en', { name: 'The bench' })]);
    expect(partsOf(told, written, english, 'fr')).toMatchObject({ name: 'there', text: 'missing', sound: 'missing' });
  });

  it('is undone while it is a draft, and pictures are until each is described', () => {
    const draft = telling('en', {
      ...{ name: 'The bench', media, transcript: { vtt: 'WEBVTT', state: 'draft' } },
      pictures: [{ id: pictureId, description: 'A bench' }],
    });
    const two = [picture, { ...picture, id: PictureId.parse(2) }];
    const parts = partsOf(told, words(1, [draft], two), english, 'fr');
    expect(parts).toMatchObject({ transcript: 'draft', pictures: 'missing' });
    expect(undoneOf({ parts })).toEqual(['transcript', 'pictures']);
    expect(partsOf(told, words(1, [draft], [picture]), english, 'fr').pictures).toBe('there');
  });
});

it('the table counts what is missing, for hundreds of places at once', () => {
  const places = Array.from({ length: 300 }, (_, at) => listedPlace(at + 1, { media: { data: media } }));
  const { rows, versions, missing, incomplete } = tableOf(places, [words(7, [telling('en')])], 'fr');
  expect(versions).toHaveLength(2);
  expect(rows[6]?.cells).toHaveLength(2);
  // Text and transcript of each, name and sound in English.
  expect([missing, incomplete]).toEqual([300 * 4, 300]);
});
