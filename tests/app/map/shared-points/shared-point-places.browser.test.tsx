import { ref } from 'valtio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SHARED_POINTS_LAYER } from '../../../../app/map/layers/label-layers.ts';
import { mapStrings } from '../../../../app/map/map-words.ts';
import { SPIDER_MAX } from '../../../../app/map/shared-points/spider-layout.ts';
import { closePoint } from '../../../../app/map/tap-actions.ts';
import { places } from '../../../../app/places/places.ts';
import { choosePlace } from '../../../../app/walk/listening.ts';
import type { Place } from '../../../../contracts/place.ts';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { type ShownMap, showMapOf, untilDrawn } from '../../../support/page/shown-map.tsx';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const CENTRE: [number, number] = [2.347, 48.855];
let map: ShownMap;

beforeAll(async () => {
  map = await showMapOf([]);
});
afterEach(() => {
  closePoint();
  choosePlace(null);
});
afterAll(() => map.end());

const drops = (count: number): Place[] =>
  Array.from({ length: count }, (_, index) =>
    listedPlace(index + 1, { appelation: `Souvenir ${index + 1}`, feature: { type: 'Point', coordinates: CENTRE } }),
  );
const leaves = page.getByRole('button', { name: /^Souvenir/ });
const leaf = (number: number) => page.getByRole('button', { name: `Souvenir ${number}, sans audio`, exact: true });
const selected = (): string | undefined => map.told().selectedPlace;

/** Shows `count` drops at the middle of the map, close together. */
async function showDrops(count: number): Promise<void> {
  places.list = ref(drops(count));
  map.view.flyTo(CENTRE, 17);
  await untilDrawn(() => {
    const circles = map.view.map.queryRenderedFeatures({ layers: [SHARED_POINTS_LAYER] });
    expect(circles.map(({ properties }) => properties.count)).toEqual([count]);
  });
}

test('seventeen drops at one coordinate are one circle, which opens; each of them can be tapped', async () => {
  await showDrops(17);
  await map.click(300, 300);
  await expect.poll(() => leaves.elements().length).toBe(17);
  // Each says its name.
  await expect.element(page.getByText('Souvenir 17', { exact: true })).toBeVisible();
  expect(selected()).toBeUndefined();
  expect(await faultsHere()).toEqual([]);
  for (const number of [1, 9, 17]) {
    await leaf(number).click();
    await expect.poll(selected).toBe(String(number));
    await expect.element(leaf(number)).toHaveAttribute('aria-pressed', 'true');
  }
  // Beside it: the first tap closes, and the story keeps playing.
  await map.click(300, 560);
  await expect.poll(() => leaves.elements().length).toBe(0);
  expect(selected()).toBe('17');
  await map.click(300, 560);
  await expect.poll(selected).toBeUndefined();
});

test('by keyboard each drop is reached, and Escape closes and returns to the map', async () => {
  await showDrops(3);
  await map.click(300, 300);
  await expect.element(page.getByRole('group', { name: mapStrings.sharedSpot(3) })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.poll(selected).toBe('2');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => leaves.elements().length).toBe(0);
  expect(document.activeElement).toBe(map.view.map.getCanvas());
  expect(selected()).toBe('2');
});

test('a second tap on the shared point closes it, and so does a zoom at which a group stands for it', async () => {
  await showDrops(5);
  // 59 m beside it, which are less than a finger at zoom 14.
  const other = listedPlace(90, { feature: { type: 'Point', coordinates: [CENTRE[0] + 8e-4, CENTRE[1]] } });
  places.list = ref([...drops(5), other]);
  await untilDrawn(() => expect(document.querySelector<HTMLElement>('[data-drawn]')?.dataset.drawn).toBe('6,'));
  await map.click(300, 300);
  await expect.poll(() => leaves.elements().length).toBe(5);
  await map.click(300, 300);
  await expect.poll(() => leaves.elements().length).toBe(0);
  await map.click(300, 300);
  await expect.poll(() => leaves.elements().length).toBe(5);
  map.view.map.jumpTo({ zoom: 13 });
  await expect.poll(() => leaves.elements().length).toBe(0);
});

test('more than a fan can hold are a list', async () => {
  await showDrops(SPIDER_MAX + 1);
  await map.click(300, 300);
  await expect.element(page.getByRole('dialog', { name: mapStrings.sharedSpot(SPIDER_MAX + 1) })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Souvenir 19' }).click();
  await expect.poll(selected).toBe('19');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
