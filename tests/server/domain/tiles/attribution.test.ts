import { expect, test } from 'vitest';
import { readAttribution } from '../../../../server/domain/tiles/map-tiles.ts';

test.each<[unknown, string]>([
  ['<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>', '© OpenStreetMap'],
  ['<a href="#">Protomaps</a>  &#169; <b>OpenStreetMap</b>\n', 'Protomaps © OpenStreetMap'],
  ['&#xA9; Terre &amp; Mer &#Xe9;', '© Terre & Mer é'],
  ['Terre &#x110000;', 'Terre &#x110000;'],
  ['&#38;amp;', '&amp;'],
  ['Natural Earth', 'Natural Earth'],
  ['<img src="logo.png">', '© OpenStreetMap'],
  [undefined, '© OpenStreetMap'],
  [7, '© OpenStreetMap'],
])('the attribution %j is shown as %j', (html, text) => {
  expect(readAttribution(html)).toBe(text);
});
