import { ref } from 'valtio';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStorage } from '../../../../app/drops/device-storage.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { announceSent, hidePublished, published } from '../../../../app/drops/outbox/published-chip.tsx';
import { network } from '../../../../app/page/network.ts';
import { dismissNotice, holdNotices, notices, showNotice } from '../../../../app/page/notice-queue.ts';
import { places } from '../../../../app/places/places.ts';
import { markShown, shownPlace } from '../../../../app/walk/map-focus.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

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
  announceSent(sent);
  await sent;
}

it('says once that drops were saved, however many are sent, and leaves other notices alone', async () => {
  showNotice('Lien révoqué.');
  await send();
  await send();
  expect(texts()).toEqual(['Lien révoqué.', dropStrings.saved]);
});

it('reports only visible drops as published, not held or locally unknown ones', async () => {
  places.list = ref([listedPlace(7, { held: 'waiting' })]);
  await send();
  expect(texts()).toEqual([dropStrings.savedHeld]);
  places.list = ref([listedPlace(7, { held: 'hidden' })]);
  await send();
  expect(texts()).toEqual([dropStrings.savedHidden]);
  places.list = ref([]);
  await send();
  expect(texts()).toEqual([dropStrings.sent]);
});

it('shows a new notice after the last one was dismissed', async () => {
  await send();
  for (const { id } of notices.shown) dismissNotice(id);
  await send();
  expect(texts()).toEqual([dropStrings.saved]);
});

it('leaves a held notice, and shows the next one beside it', async () => {
  await send();
  holdNotices(true);
  await send();
  expect(texts()).toEqual([dropStrings.saved, dropStrings.saved]);
});

it('says of a drop that takes longer that it is on its way, or without a network that it waits here', () => {
  vi.useFakeTimers();
  deviceStorage.isLasting = true;
  for (const isOnline of [true, false]) {
    network.isOnline = isOnline;
    announceSent(new Promise(() => {}));
    vi.advanceTimersByTime(3000);
  }
  expect(texts()).toEqual([outboxStrings.queued]);
  network.isOnline = true;
  announceSent(new Promise(() => {}));
  vi.advanceTimersByTime(3000);
  expect(texts()).toEqual([outboxStrings.leaving]);
  vi.useRealTimers();
});

it('shows the drop on the map on request', async () => {
  await send();
  notices.shown[0]?.action?.run();
  expect(shownPlace.wantedId).toBe(7);
  markShown();
});

it('marks the drop as published until it was seen on the map', async () => {
  await send();
  expect(published.placeIds).toEqual([7]);
});
