import { ref } from 'valtio';
import { expect, test } from 'vitest';
import { places } from '../../../app/places/places.ts';
import { openedPage, openPage } from '../../../app/tellings/open-page.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

test('a page is closed once its place is gone, and stays while places are loaded', async () => {
  const id = PlaceId.parse(1);
  Object.assign(places, { status: 'loading', list: ref([]) });
  openPage(id);
  await Promise.resolve();
  expect(openedPage.placeId).toBe(id);
  Object.assign(places, { status: 'ready', list: ref([listedPlace(1), listedPlace(2)]) });
  await Promise.resolve();
  expect(openedPage.placeId).toBe(id);
  places.list = ref([listedPlace(2)]);
  await until(() => expect(openedPage.placeId).toBeNull());
});
