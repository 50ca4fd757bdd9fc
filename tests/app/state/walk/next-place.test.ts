import { describe, expect, it } from 'vitest';
import { nextPlace } from '../../../../app/state/walk/next-place.ts';
import type { Place } from '../../../../contracts/place.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/listed-place.ts';
import { mediaLink } from '../../../support/media-link.ts';

const place = (id: number, hasAudio: boolean): Place =>
  listedPlace(id, {
    appelation: '',
    feature: { type: 'Point', coordinates: [2, 48] },
    media: hasAudio ? { data: mediaLink() } : null,
  });
const list = [place(1, true), place(2, false), place(3, true), place(4, false)];

describe('the place after one', () => {
  it('is the next of the list that has audio', () => {
    expect(nextPlace(list, PlaceId.parse(1))?.id).toBe(3);
    expect(nextPlace(list, PlaceId.parse(2))?.id).toBe(3);
  });

  it('is none after the last with audio, and for a place that is gone', () => {
    expect(nextPlace(list, PlaceId.parse(3))).toBeUndefined();
    expect(nextPlace(list, PlaceId.parse(9))).toBeUndefined();
  });
});
