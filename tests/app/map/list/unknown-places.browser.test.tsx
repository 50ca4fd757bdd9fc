import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PlaceList } from '../../../../app/map/list/place-list.tsx';
import { mapStrings } from '../../../../app/map/map-words.ts';
import { offlineWords } from '../../../../app/page/offline-words.ts';
import { forgetPlaces, places } from '../../../../app/places/places.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const root = rootPerTest('div', forgetPlaces);

test('places that are loading or could not be loaded are not reported as none', async () => {
  root.render(<PlaceList view={null} open isDocked={false} onClose={() => {}} />);
  const list = page.getByRole('dialog');
  places.status = 'loading';
  await expect.element(list.getByText(offlineWords.placesLoading)).toBeVisible();
  expect(list.getByText(mapStrings.noPlaces).elements()).toEqual([]);
  places.status = 'failed';
  await expect.element(list.getByText(offlineWords.placesUnknownHint)).toBeVisible();
  expect(list.getByText(mapStrings.noPlaces).elements()).toEqual([]);
  places.status = 'ready';
  await expect.element(list.getByText(mapStrings.noPlaces)).toBeVisible();
});
