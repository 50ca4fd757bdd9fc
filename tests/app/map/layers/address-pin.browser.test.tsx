import { MapLibreMap } from 'maplibre-gl';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AddressPin } from '../../../../app/map/layers/address-pin.tsx';
import { foundAddress, markAddress } from '../../../../app/map/search/found-address.ts';
import { searchStrings } from '../../../../app/map/search/search-words.ts';
import { prepareMapLibre } from '../../../../app/platform/map/map-setup.ts';
import type { Position } from '../../../../contracts/geo.ts';
import { forgetSession } from '../../../support/page/forget-session.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const CENTRE: Position = [2.347, 48.855];
const LOUVRE = { name: 'Musée du Louvre', position: CENTRE };

const root = rootPerTest('div', () => {
  forgetSession();
  map.remove();
  frame.remove();
});
let map: MapLibreMap;
let frame: HTMLDivElement;

beforeEach(async () => {
  await page.viewport(600, 400);
  frame = document.createElement('div');
  frame.style.cssText = 'position:fixed;inset:0';
  document.body.append(frame);
  prepareMapLibre();
  const style = { version: 8 as const, sources: {}, layers: [] };
  map = new MapLibreMap({ container: frame, style, center: CENTRE, zoom: 16, attributionControl: false });
  root.render(<AddressPin map={map} />);
});

const pin = (name: string) => page.getByRole('group', { name: searchStrings.found(name) });

test('a found address has a pin with its name, removed by its button or with the session', async () => {
  markAddress(LOUVRE);
  await expect.element(pin(LOUVRE.name)).toHaveTextContent(LOUVRE.name);
  const box = pin(LOUVRE.name).element().getBoundingClientRect();
  expect((box.left + box.right) / 2).toBeCloseTo(300, -1);
  expect(box.bottom).toBeCloseTo(200, -1);
  await page.getByRole('button', { name: searchStrings.removePin }).click();
  await expect.element(pin(LOUVRE.name)).not.toBeInTheDocument();
  expect(document.querySelector('.maplibregl-marker')).toBeNull();

  markAddress(LOUVRE);
  await expect.element(pin(LOUVRE.name)).toBeVisible();
  forgetSession();
  await expect.element(pin(LOUVRE.name)).not.toBeInTheDocument();
});

test('another address replaces the previous one', async () => {
  markAddress(LOUVRE);
  await expect.element(pin(LOUVRE.name)).toBeVisible();
  markAddress({ name: 'Place Bellecour', position: [2.348, 48.855] });
  await expect.element(pin('Place Bellecour')).toBeVisible();
  expect(document.querySelectorAll('.maplibregl-marker')).toHaveLength(1);
  expect(foundAddress.shown?.name).toBe('Place Bellecour');
});
