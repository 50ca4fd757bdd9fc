import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fallbackStyle } from '../../../../app/platform/map/basemap-style.ts';

const MAP_DATA = new URL('../../../../app/public/map/', import.meta.url);

describe.each(['light', 'dark'] as const)('the %s fallback style', (theme) => {
  const style = fallbackStyle(theme);

  it('asks nothing of another server: no glyphs, no sprite, no tiles, only files that the app ships', () => {
    expect(Object.keys(style)).not.toContain('glyphs');
    expect(Object.keys(style)).not.toContain('sprite');
    for (const source of Object.values(style.sources)) {
      const data = source.type === 'geojson' ? source.data : undefined;
      expect(data).toMatch(/^\/map\/\w+\.json$/);
      expect(statSync(new URL(String(data).slice('/map/'.length), MAP_DATA)).size).toBeGreaterThan(1000);
    }
  });

  it('draws every kind of feature that the plan has', () => {
    const filters = JSON.stringify(style.layers.map((layer) => ('filter' in layer ? layer.filter : null)));
    for (const file of ['land.json', 'cite.json']) {
      const { features } = JSON.parse(readFileSync(new URL(file, MAP_DATA), 'utf8'));
      const kinds = new Set(features.map((feature: { properties: { kind: string } }) => feature.properties.kind));
      for (const kind of kinds) expect(filters).toContain(`"${kind}"`);
    }
  });
});

it('has two palettes that differ in every painted layer', () => {
  const dark = fallbackStyle('dark').layers;
  for (const [i, layer] of fallbackStyle('light').layers.entries()) {
    expect(dark[i]?.id).toBe(layer.id);
    expect(dark[i]?.paint).not.toEqual(layer.paint);
  }
});
