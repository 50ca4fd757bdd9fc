import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MapButtons } from '../../../app/map/map-buttons.tsx';
import type { MapView } from '../../../app/map/map-view.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { places } from '../../../app/places/places.ts';
import type { Position } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import '../../../app/ui/tokens.css';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';

const statue: Place = listedPlace(1, {
  appelation: 'La statue',
  feature: { type: 'Point', coordinates: [2.347, 48.855] },
});

const root = rootPerTest('div', () => {
  places.list = ref([]);
});
let flights: (readonly [Position, number])[];

beforeEach(() => {
  flights = [];
  const view = { flyTo: (centre: Position, zoom: number) => flights.push([centre, zoom]) } as unknown as MapView;
  root.render(
    <MapButtons
      view={view}
      isListOpen={false}
      onToggleList={() => {}}
      isSearchOpen={false}
      onToggleSearch={() => {}}
      searchRef={null}
    />,
  );
});

const first = page.getByRole('button', { name: 'Aller au premier lieu' });
/** Checked by its class, since the glow depends on the person's motion preference. */
const glows = (): boolean => /glow/.test(first.element().className);

test('a button that has the focus shows its name beside itself', async () => {
  const button = page.getByRole('button', { name: mapStrings.placeList });
  await expect.element(button).toBeVisible();
  const list = button.element() as HTMLElement;
  const shown = () => getComputedStyle(list, '::before').display;
  expect(shown()).toBe('none');
  await userEvent.keyboard('{Tab}');
  list.focus();
  await expect.poll(shown).toBe('block');
  expect(getComputedStyle(list, '::before').content).toContain(mapStrings.placeList);
  await userEvent.keyboard('{Escape}');
  await expect.poll(shown).toBe('none');
});

test('the button to the first place glows until it is used, and leads there at zoom 17', async () => {
  await expect.element(first).toBeDisabled();
  expect(glows()).toBe(false);
  places.list = ref([statue]);
  await expect.element(first).toBeEnabled();
  await expect.poll(glows).toBe(true);
  await first.click();
  expect(flights).toEqual([[statue.feature.coordinates, 17]]);
  await expect.poll(glows).toBe(false);
});
