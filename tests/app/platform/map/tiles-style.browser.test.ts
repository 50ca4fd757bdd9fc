import { afterEach, describe, expect, it, vi } from 'vitest';
import { setStoredMaps } from '../../../../app/platform/map/stored-maps.ts';
import { serveTiles } from '../../../../app/platform/map/tile-protocol.ts';
import { tilesStyle } from '../../../../app/platform/map/tiles-style.ts';
import { CountedBlob } from '../../../support/audio/counted-blob.ts';
import { drawMap, layersAt } from '../../../support/page/draw-map.ts';

afterEach(() => setStoredMaps(Promise.resolve([])));

/** Stores the demo's map like a pack, and removes the network. Returns the map and the network requests. */
async function goOffline(): Promise<{ archive: CountedBlob; asked: string[] }> {
  const archive = new CountedBlob([await (await fetch('/server/demo/cite.pmtiles')).arrayBuffer()]);
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((address) => {
    asked.push(String(address));
    return Promise.reject(new TypeError('There is no network'));
  });
  setStoredMaps(Promise.resolve([{ link: '/kept.pmtiles', archive }]));
  serveTiles('/v1/tiles/none.pmtiles');
  return { archive, asked };
}

describe('the map of a pack, without a network', () => {
  it('draws streets with names, water and houses beyond its deepest zoom, without requests', async () => {
    const { archive, asked } = await goOffline();
    const drawn = await drawMap(tilesStyle('light', 'Natural Earth'), [2.3462, 48.8551], 16.6);
    const names = drawn
      .queryRenderedFeatures({ layers: ['roads_labels_minor', 'roads_labels_major', 'pois'] })
      .map(({ properties }) => properties.name);
    expect(names).toContain('Boulevard du Palais');
    expect(names).toContain('Sainte-Chapelle');
    expect(layersAt(drawn, [2.3475, 48.8561])).toContain('water');
    expect(layersAt(drawn, [2.34677, 48.85666])).toContain('landuse_pier');
    expect(layersAt(drawn, [2.3469, 48.8543])).toContain('buildings');
    expect(asked).toEqual([]);
    expect(archive.bytesRead).toBeLessThan(archive.size / 4);
  });

  it('enlarges its wider surroundings around it', async () => {
    await goOffline();
    const drawn = await drawMap(tilesStyle('dark', 'Natural Earth'), [1.9, 47.9], 8);
    expect(layersAt(drawn, [1.9, 47.9])).toContain('earth');
  });
});
