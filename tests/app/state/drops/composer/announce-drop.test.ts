import { ref } from 'valtio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { announceDrop } from '../../../../../app/state/drops/composer/announce-drop.ts';
import { hidePublished, published } from '../../../../../app/state/drops/composer/published.ts';
import { dismissNotice, holdNotices, notices, showNotice } from '../../../../../app/state/page/notice-queue.ts';
import { places } from '../../../../../app/state/places/places.ts';
import { markShown, shownPlace } from '../../../../../app/state/walk/shown-place.ts';
import { recordStrings } from '../../../../../app/words/drops/record.ts';
import type { PlaceId } from '../../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../../support/listed-place.ts';

beforeEach(() => {
  places.list = ref([listedPlace(7)]);
});
afterEach(() => {
  places.list = ref([]);
  holdNotices(false);
  notices.shown = [];
  hidePublished();
});

const texts = () => notices.shown.map(({ text }) => text);

async function send(): Promise<void> {
  const sent = Promise.resolve(7 as PlaceId);
  announceDrop(sent);
  await sent;
}

it('says once that drops are in place, however many come through, and leaves other words alone', async () => {
  showNotice('Lien révoqué.');
  await send();
  await send();
  expect(texts()).toEqual(['Lien révoqué.', recordStrings.saved]);
});

it('calls published only what all see: not what waits for an approval, nor what nobody knows of here', async () => {
  places.list = ref([listedPlace(7, { held: 'waiting' })]);
  await send();
  expect(texts()).toEqual([recordStrings.savedHeld]);
  places.list = ref([listedPlace(7, { held: 'hidden' })]);
  await send();
  expect(texts()).toEqual([recordStrings.savedHidden]);
  places.list = ref([]);
  await send();
  expect(texts()).toEqual([recordStrings.sent]);
});

it('says it anew after the word was taken away', async () => {
  await send();
  for (const { id } of notices.shown) dismissNotice(id);
  await send();
  expect(texts()).toEqual([recordStrings.saved]);
});

it('leaves the word that somebody is at, and says the next one beside it', async () => {
  await send();
  holdNotices(true);
  await send();
  expect(texts()).toEqual([recordStrings.saved, recordStrings.saved]);
});

it('has the map show the drop where somebody asks to see it', async () => {
  await send();
  notices.shown[0]?.action?.run();
  expect(shownPlace.wantedId).toBe(7);
  markShown();
});

it('has the map say it until it was seen', async () => {
  await send();
  expect(published.placeId).toBe(7);
});
