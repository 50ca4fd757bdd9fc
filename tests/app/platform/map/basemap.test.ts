import { readFileSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isBasemapError, isBasemapTile, resolveBasemap } from '../../../../app/platform/map/basemap.ts';
import { fallbackStyle } from '../../../../app/platform/map/basemap-style.ts';
import { answerInTest } from '../../../support/network/answer-in-test.ts';
import { withoutCombinedSignals } from '../../../support/page/other-browsers.ts';

const STYLE = { version: 8, name: 'theirs', sources: {}, layers: [] };
const NEVER = new AbortController().signal;

const serve = async (answer: RequestListener): Promise<string> => `${await answerInTest(answer)}/style.json`;
const styleAt = (address: string) => ({ tiles: null, styleUrls: { light: address, dark: address } });

function resolve(styleUrl: string) {
  return resolveBasemap({ ...styleAt(styleUrl), theme: 'light', signal: NEVER });
}

describe('choosing the basemap', () => {
  it('takes the configured style when it arrives', async () => {
    const styleUrl = await serve((_, response) => response.end(JSON.stringify(STYLE)));
    expect(await resolve(styleUrl)).toEqual({ style: STYLE, fallback: false });
  });

  it.each<[string, RequestListener]>([
    ['is refused', (_, response) => response.writeHead(503).end(JSON.stringify(STYLE))],
    ['is not JSON', (_, response) => response.end('<!doctype html><title>Portail Wi-Fi</title>')],
    ['is JSON but no style', (_, response) => response.end('{"error":"quota"}')],
    ['is a style of another version', (_, response) => response.end(JSON.stringify({ ...STYLE, version: 7 }))],
    [
      'breaks off',
      (_, response) => void response.writeHead(200, { 'content-length': '500' }).write('{', () => response.destroy()),
    ],
  ])('falls back if the style %s', async (_, answer) => {
    const basemap = await resolve(await serve(answer));
    expect(basemap.fallback).toBe(true);
    expect(basemap.style.name).toBe('Drop ici (light)');
  });

  it('falls back if nobody answers at the address', async () => {
    expect((await resolve('http://127.0.0.1:9/style.json')).fallback).toBe(true);
  });

  it('falls back if the response takes longer than the limit', async () => {
    const styleUrl = await serve(() => {});
    const basemap = await resolveBasemap({ ...styleAt(styleUrl), theme: 'dark', signal: NEVER, timeoutMs: 50 });
    expect(basemap).toMatchObject({ fallback: true, style: { name: 'Drop ici (dark)' } });
  });

  it('works in a browser without AbortSignal.any', async () => {
    await withoutCombinedSignals(async () => {
      const styleUrl = await serve((_, response) => response.end(JSON.stringify(STYLE)));
      expect((await resolve(styleUrl)).fallback).toBe(false);
    });
  });

  it('falls back without any request if no style is configured', async () => {
    expect((await resolve('')).fallback).toBe(true);
  });

  it('rejects with the reason when aborted', async () => {
    const asked = new AbortController();
    const styleUrl = await serve(() => asked.abort(new Error('screen left')));
    const answer = resolveBasemap({ ...styleAt(styleUrl), theme: 'light', signal: asked.signal });
    await expect(answer).rejects.toThrow('screen left');
  });
});

describe('judging a map error', () => {
  const vector = { type: 'vector' };
  const tile = { state: 'errored' };

  it('abandons a basemap whose source could not be opened, tiled or not', () => {
    expect(isBasemapError({ source: vector })).toBe(true);
    expect(isBasemapError({ source: vector }, true)).toBe(true);
  });

  it('abandons a basemap whose first tile fails, not one that loses a later tile', () => {
    expect(isBasemapError({ source: vector, tile })).toBe(true);
    expect(isBasemapError({ source: vector, tile }, true)).toBe(false);
  });

  it("does not blame the basemap for the app's own layers, or for errors of no source", () => {
    expect(isBasemapError({ source: { type: 'geojson' }, tile })).toBe(false);
    expect(isBasemapError({ error: new Error('missing image') })).toBe(false);
  });

  it('counts only a network tile with data as a tile', () => {
    expect(isBasemapTile({ source: vector, tile: { state: 'loaded' } })).toBe(true);
    expect(isBasemapTile({ source: vector, tile: { state: 'loading' } })).toBe(false);
    expect(isBasemapTile({ source: { type: 'geojson' }, tile: { state: 'loaded' } })).toBe(false);
    expect(isBasemapTile({ source: vector })).toBe(false);
  });
});

const MAP_DATA = new URL('../../../../app/public/map/', import.meta.url);

describe.each(['light', 'dark'] as const)('the %s fallback style', (theme) => {
  const style = fallbackStyle(theme);

  it('requests nothing from other servers: it uses only files that the app ships', () => {
    expect(Object.keys(style)).not.toContain('glyphs');
    expect(Object.keys(style)).not.toContain('sprite');
    for (const source of Object.values(style.sources)) {
      const data = source.type === 'geojson' ? source.data : undefined;
      expect(data).toMatch(/^\/map\/\w+\.json$/);
      expect(statSync(new URL(String(data).slice('/map/'.length), MAP_DATA)).size).toBeGreaterThan(1000);
    }
  });

  it('draws every kind of feature in the plan', () => {
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
