import { expect, test } from 'vitest';
import { readAttribution } from '../../../../server/domain/tiles/attribution.ts';

test.each<[unknown, string]>([
  ['<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>', '© OpenStreetMap'],
  ['<a href="#">Protomaps</a>  &#169; <b>OpenStreetMap</b>\n', 'Protomaps © OpenStreetMap'],
  ['Terre &amp; Mer', 'Terre & Mer'],
  ['Natural Earth', 'Natural Earth'],
  ['<img src="logo.png">', '© OpenStreetMap'],
  [undefined, '© OpenStreetMap'],
  [7, '© OpenStreetMap'],
])('the attribution %j is shown as %j', (html, text) => {
  expect(readAttribution(html)).toBe(text);
});
