import { expect, test } from 'vitest';
import { addTold, giveTold, type ToldStory, withoutTold } from '../../../../app/platform/storage/told-story.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const [guest, ana] = [UserId.parse(9), UserId.parse(3)];
const story = (userId: UserId, id: number, isHeard: boolean): ToldStory => ({
  ...{ userId, mapId: ParcoursId.parse(1), placeId: PlaceId.parse(id), whenMs: id, isOnSite: true, isHeard },
  ...{ atMs: 16_000, parts: [[0, 16_000]] },
});

test('a story is kept once for each person, the last one first', () => {
  const stories = [story(guest, 1, false), story(ana, 1, true), story(guest, 2, false)];
  const again = addTold(stories, story(guest, 2, true));
  expect(again).toEqual([story(guest, 2, true), story(guest, 1, false), story(ana, 1, true)]);
  expect(withoutTold(again, guest, [PlaceId.parse(1), PlaceId.parse(2)])).toEqual([story(ana, 1, true)]);
});

test('the oldest go where there are too many', () => {
  const many = Array.from({ length: 1200 }, (_, id) => story(ana, id + 1, true)).reduce<ToldStory[]>(addTold, []);
  expect(many).toHaveLength(1000);
  expect(many[0]?.placeId).toBe(1200);
});

test('what a guest heard becomes the account’s, and what the account had heard stays heard', () => {
  const given = giveTold([story(guest, 1, true), story(guest, 2, false), story(ana, 2, true)], guest, ana);
  expect(given).toEqual([story(ana, 1, true), story(ana, 2, true)]);
});
