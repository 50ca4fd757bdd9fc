import { describe, expect, it } from 'vitest';
import { fallbackStyle } from '../../../../app/platform/map/basemap-style.ts';
import { drawMap, layersAt } from '../../../support/page/draw-map.ts';

/** The app's public folder on the test server. */
const DATA = '/app/public/map/';

const draw = (theme: 'light' | 'dark', centre: [number, number], zoom: number) =>
  drawMap(fallbackStyle(theme, DATA), centre, zoom);

describe('the fallback map, drawn', () => {
  it('shows the Seine, the island and Notre-Dame in their places', async () => {
    const drawn = await draw('light', [2.3475, 48.8548], 15.6);
    expect(layersAt(drawn, [2.3475, 48.8561])).toEqual(['water', 'urban', 'land']);
    expect(layersAt(drawn, [2.3495, 48.8525])).toContain('water');
    expect(layersAt(drawn, [2.3501, 48.8529])).toContain('landmark');
    expect(layersAt(drawn, [2.3501, 48.8529])).toContain('island');
    expect(layersAt(drawn, [2.34677, 48.85666])).toContain('bridge');
    expect(layersAt(drawn, [2.3468, 48.8515])).not.toContain('water');
  });

  it('names streets and sights with the fonts of the page', async () => {
    const drawn = await draw('dark', [2.3475, 48.8545], 16.4);
    const names = drawn
      .queryRenderedFeatures({ layers: ['street-name', 'landmark-name-1', 'landmark-name-2'] })
      .map(({ properties }) => properties.name);
    expect(names).toContain('Hôtel-Dieu');
    expect(names).toContain('Boulevard du Palais');
  });

  it('shows land, sea and cities of Europe from far away', async () => {
    const drawn = await draw('light', [2.35, 47], 4);
    expect(layersAt(drawn, [2.5, 46.5])).toContain('land');
    expect(layersAt(drawn, [-6, 46])).toEqual([]);
    const cities = drawn.queryRenderedFeatures({ layers: ['city-name'] }).map(({ properties }) => properties.name);
    expect(cities).toContain('Paris');
  });
});
