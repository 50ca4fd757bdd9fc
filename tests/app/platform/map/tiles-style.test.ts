import { describe, expect, it } from 'vitest';
import { tilesStyle } from '../../../../app/platform/map/tiles-style.ts';

describe.each(['light', 'dark'] as const)('the %s style of tiles', (theme) => {
  const style = tilesStyle(theme, 'Natural Earth');

  it('requests nothing from other servers: no glyphs, no sprite and no icons', () => {
    expect(Object.keys(style)).not.toContain('glyphs');
    expect(Object.keys(style)).not.toContain('sprite');
    expect(JSON.stringify(style)).not.toMatch(/https?:|icon-|Noto/);
  });

  it('gives every label one of the app’s fonts', () => {
    const fonts = style.layers.flatMap((layer) => (layer.type === 'symbol' ? [layer.layout?.['text-font']] : []));
    expect(fonts.length).toBeGreaterThan(5);
    for (const font of fonts) expect(JSON.stringify(font)).toMatch(/Figtree Variable.*system-ui/);
  });

  it('has French names before the local ones', () => {
    expect(JSON.stringify(style)).toContain('["get","name:fr"]');
  });

  it('has English names before the local ones in English', () => {
    const english = JSON.stringify(tilesStyle(theme, 'Natural Earth', 'en'));
    expect(english).toContain('["get","name:en"]');
    expect(english).not.toContain('name:fr');
  });

  it('has all names above all ground, so that places are drawn between them', () => {
    const kinds = style.layers.map(({ type }) => type);
    expect(kinds.lastIndexOf('fill')).toBeLessThan(kinds.indexOf('symbol'));
    expect(kinds.lastIndexOf('line')).toBeLessThan(kinds.indexOf('symbol'));
  });
});

it('has two themes that differ', () => {
  const dark = tilesStyle('dark', '').layers;
  const same = tilesStyle('light', '').layers.filter(({ paint }, i) => {
    expect(paint).toBeDefined();
    return JSON.stringify(paint) === JSON.stringify(dark[i]?.paint);
  });
  expect(same.map(({ id }) => id)).toEqual([]);
});

it('shows an attribution as text, whatever it contains', () => {
  expect(tilesStyle('light', 'Terre & <b>Mer</b>').sources.basemap).toMatchObject({
    attribution: 'Terre &amp; &lt;b&gt;Mer&lt;/b&gt;',
  });
});
