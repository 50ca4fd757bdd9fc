import { expect, it } from 'vitest';
import { listStories } from '../../../app/walk/next-place.ts';
import type { Place } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { listedPlace } from '../../support/listed-place.ts';
import { mediaLink } from '../../support/media-link.ts';

const place = (id: number, hasAudio: boolean): Place =>
  listedPlace(id, {
    appelation: '',
    feature: { type: 'Point', coordinates: [2, 48] },
    media: hasAudio ? { data: mediaLink() } : null,
  });
const list = [place(2, false), place(1, true), place(3, true), place(4, false)];
const ids = (...numbers: number[]) => numbers.map((id) => PlaceId.parse(id));

it('the stories of a list are its places with audio, in order', () => {
  expect(listStories(list)).toEqual(ids(1, 3));
});
